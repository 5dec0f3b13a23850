import {
  asHtml,
  type Draft,
  dateParts,
  divs,
  type Program,
  paragraphLines,
  prefixed,
  type Quoted,
  shown,
  typedLines,
  wrap,
} from './draft.ts'
import { type Bodies, image, names, program } from './two-part-program.ts'
import { envelope, mail, textPart } from './wire.ts'

function thunderbirdLine(quoted: Quoted, draft: Draft): string {
  const d = dateParts(quoted.at, draft.language)
  return draft.language === 'sv'
    ? `Den ${d.iso} kl. ${d.time}, skrev ${quoted.from.name}:`
    : `On ${d.numeric} ${d.time}, ${quoted.from.name} wrote:`
}

function thunderbird(draft: Draft): Bodies {
  const typed = typedLines(draft)
  const signature = draft.signature ? ['-- ', ...draft.signature] : []
  const signatureHtml = draft.signature
    ? `<div class="moz-signature">-- <br>${draft.signature.map(asHtml).join('<br>')}</div>`
    : ''
  const flowed = (lines: string[]) =>
    lines.flatMap((line) => wrap(line, 72).map((piece, i, all) => (i < all.length - 1 ? `${piece} ` : piece)))
  const own = flowed(typed)
  const ownHtml = `${typed.map((line) => `<p>${line === '' ? '<br>' : asHtml(line)}</p>`).join('\n')}${image(draft)}`
  const quoteText = (at: number): string[] => {
    const quoted = draft.quoted[at]
    return quoted
      ? [
          thunderbirdLine(quoted, draft),
          ...prefixed([...paragraphLines(quoted.paragraphs).flatMap((line) => wrap(line, 70)), ...quoteText(at + 1)]),
        ]
      : []
  }
  const quoteHtml = (at: number): string => {
    const quoted = draft.quoted[at]
    return quoted
      ? `<div class="moz-cite-prefix">${asHtml(thunderbirdLine(quoted, draft))}<br></div><blockquote type="cite" cite="mid:${draft.inReplyTo ?? 'x'}">${divs(paragraphLines(quoted.paragraphs))}${quoteHtml(at + 1)}</blockquote>`
      : ''
  }
  const first = draft.quoted[0]
  if (!first) return { text: [...own, '', ...signature], html: `${ownHtml}${signatureHtml}` }
  if (draft.kind === 'forward') {
    const n = names[draft.language]
    const d = dateParts(first.at, draft.language)
    const rows = [
      [n.subject, first.subject],
      [n.date, `${d.weekday}, ${d.day} ${d.shortMonth} ${d.year} ${d.time}:${d.seconds} +0100`],
      [n.from, shown(first.from)],
      [n.to, shown(first.to)],
    ]
    const marker =
      draft.language === 'sv' ? '-------- Vidarebefordrat meddelande --------' : '-------- Forwarded Message --------'
    return {
      text: [
        ...own,
        '',
        ...signature,
        '',
        '',
        marker,
        ...rows.map(([name, value]) => `${name}: ${value}`),
        '',
        ...paragraphLines(first.paragraphs),
      ],
      html:
        `${ownHtml}${signatureHtml}<div class="moz-forward-container"><br><br>${marker}\n<table class="moz-email-headers-table" cellspacing="0" cellpadding="0" border="0"><tbody>` +
        rows
          .map(
            ([name, value]) =>
              `<tr><th valign="BASELINE" align="RIGHT" nowrap="nowrap">${name}: </th><td>${asHtml(value!)}</td></tr>`,
          )
          .join('\n') +
        `</tbody></table><br><br>${divs(paragraphLines(first.paragraphs))}</div>`,
    }
  }
  if (draft.kind === 'inline') {
    const pairs = first.paragraphs.map((paragraph, index) => ({ paragraph, answer: draft.paragraphs[index] ?? [] }))
    return {
      text: [
        thunderbirdLine(first, draft),
        ...pairs.flatMap(({ paragraph, answer }) => [...prefixed(wrap(paragraph, 70)), '', ...flowed(answer), '']),
        ...signature,
      ],
      html: `<div class="moz-cite-prefix">${asHtml(thunderbirdLine(first, draft))}<br></div>${pairs.map(({ paragraph, answer }) => `<blockquote type="cite" cite="mid:x">${divs([paragraph])}</blockquote>${answer.map((line) => `<p>${asHtml(line)}</p>`).join('')}`).join('')}${signatureHtml}`,
    }
  }
  if (draft.kind === 'bottom')
    return { text: [...quoteText(0), '', ...own, '', ...signature], html: `${quoteHtml(0)}${ownHtml}${signatureHtml}` }
  return { text: [...own, '', ...signature, '', ...quoteText(0)], html: `${ownHtml}${signatureHtml}${quoteHtml(0)}` }
}

const thunderbirdPlain: Program = {
  ...program('thunderbird', 'plain', true, thunderbird),
  write(draft) {
    const flowed = textPart('plain', thunderbird(draft).text.join('\n'), {
      transfer: '8bit',
      parameters: '; format=flowed',
    })
    // Thunderbird writes UTF-8 as it is where the server takes it.
    const bytes = { ...flowed, body: Buffer.from(thunderbird(draft).text.join('\n')).toString('latin1') }
    return draft.file
      ? program('thunderbird', 'plain', true, thunderbird).write(draft)
      : mail(envelope(draft, [['User-Agent', 'Mozilla Thunderbird']]), bytes)
  },
}

export const thunderbirdPrograms: Program[] = [
  program('thunderbird', 'html', true, thunderbird, [['User-Agent', 'Mozilla Thunderbird']]),
  thunderbirdPlain,
]
