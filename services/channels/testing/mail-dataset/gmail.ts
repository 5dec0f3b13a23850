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
  shownHtml,
  typedLines,
  wrap,
} from './draft.ts'
import { alternatives, textPart } from './wire.ts'

const prefixes = { en: { reply: 'Re: ', forward: 'Fwd: ' }, sv: { reply: 'Re: ', forward: 'Fwd: ' } }
const quoteStyle = 'margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex'

type Form = 'web' | 'android' | 'ios'

function attribution(quoted: Quoted, draft: Draft, form: Form, who: string): string {
  const d = dateParts(quoted.at, draft.language)
  if (form === 'android') {
    return draft.language === 'sv'
      ? `Den ${d.shortWeekday} ${d.day} ${d.shortMonth} ${d.year} ${d.time}${who} skrev:`
      : `On ${d.shortWeekday}, ${d.day} ${d.shortMonth} ${d.year}, ${d.time} ${who.replace(' ', ', ')} wrote:`
  }
  return draft.language === 'sv'
    ? `Den ${d.shortWeekday} ${d.day} ${d.shortMonth} ${d.year} kl ${d.time} skrev ${who}:`
    : `On ${d.shortWeekday}, ${d.shortMonth} ${d.day}, ${d.year} at ${d.time12} ${who} wrote:`
}

function quoteText(draft: Draft, form: Form, at = 0): string[] {
  const quoted = draft.quoted[at]
  if (!quoted) return []
  const inner = quoteText(draft, form, at + 1)
  const body = [
    ...paragraphLines(quoted.paragraphs).flatMap((line) => wrap(line)),
    ...(inner.length ? ['', ...inner] : []),
  ]
  return [...wrap(attribution(quoted, draft, form, shown(quoted.from)), 78), '', ...prefixed(body), '>']
}

function quoteHtml(draft: Draft, form: Form, at = 0): string {
  const quoted = draft.quoted[at]
  if (!quoted) return ''
  const inner = quoteHtml(draft, form, at + 1)
  const who = shownHtml(quoted.from)
  return (
    `<div class="gmail_quote${form === 'web' ? ' gmail_quote_container' : ''}">` +
    `<div dir="ltr" class="gmail_attr">${attribution(quoted, draft, form, who)}<br></div>` +
    `<blockquote class="gmail_quote" style="${quoteStyle}">` +
    `${quoted.paragraphs.map(asHtml).join('<br>\n<br>\n')}${inner ? `<br>${inner}` : ''}</blockquote></div>`
  )
}

const forwardHead = (quoted: Quoted, draft: Draft): [string, string][] => {
  const d = dateParts(quoted.at, draft.language)
  const date =
    draft.language === 'sv'
      ? `${d.shortWeekday} ${d.day} ${d.shortMonth} ${d.year} kl ${d.time}`
      : `${d.shortWeekday}, ${d.shortMonth} ${d.day}, ${d.year} at ${d.time12}`
  return [
    ['From', shown(quoted.from)],
    ['Date', date],
    ['Subject', quoted.subject],
    ['To', shown(quoted.to)],
  ]
}

function texts(draft: Draft, form: Form): { text: string[]; html: string } {
  const typed = typedLines(draft)
  const signature = draft.signature ? ['', '-- ', ...draft.signature] : []
  const own = [...typed.flatMap((line) => wrap(line)), ...signature]
  const direction = form === 'web' ? 'ltr' : 'auto'
  const signatureHtml = draft.signature
    ? `<div><br clear="all"></div><br><span class="gmail_signature_prefix">-- </span><br>` +
      `<div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature"><div dir="ltr">${draft.signature
        .map(asHtml)
        .join('<br>')}</div></div>`
    : ''
  const image = draft.file?.isInline
    ? `<div><img src="cid:image001@example" alt="${draft.file.name}" width="320"></div>`
    : ''
  const written = form === 'web' ? divs(typed) : `${asHtml(typed[0] ?? '')}${divs(typed.slice(1), ' dir="auto"')}`
  const ownHtml = `<div dir="${direction}">${written}${image}${signatureHtml}</div>`
  const first = draft.quoted[0]
  if (draft.kind === 'forward' && first) {
    const head = forwardHead(first, draft)
    const marker = '---------- Forwarded message ---------'
    return {
      text: [
        ...own,
        '',
        marker,
        ...head.map(([name, value]) => `${name}: ${value}`),
        '',
        '',
        ...paragraphLines(first.paragraphs),
      ],
      html:
        `${ownHtml}<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${marker}<br>` +
        `${head.map(([name, value]) => `${name}: ${asHtml(value)}<br>`).join('')}</div><br><br>${divs(paragraphLines(first.paragraphs))}</div>`,
    }
  }
  if (draft.kind === 'inline' && first) {
    const pairs = first.paragraphs.map((paragraph, index) => ({ paragraph, answer: draft.paragraphs[index] ?? [] }))
    return {
      text: [
        ...wrap(attribution(first, draft, form, shown(first.from)), 78),
        '',
        ...pairs.flatMap(({ paragraph, answer }) => [
          ...prefixed(wrap(paragraph)),
          '>',
          ...answer.flatMap((line) => wrap(line)),
          '',
        ]),
        ...signature,
      ],
      html:
        `<div dir="${direction}"><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${attribution(first, draft, form, shownHtml(first.from))}<br></div>` +
        pairs
          .map(
            ({ paragraph, answer }) =>
              `<blockquote class="gmail_quote" style="${quoteStyle}">${asHtml(paragraph)}<br></blockquote>${divs(['', ...answer, ''])}`,
          )
          .join('') +
        `</div>${signatureHtml}</div>`,
    }
  }
  if (draft.kind === 'bottom' && first) {
    return {
      text: [...quoteText(draft, form), '', ...own],
      html: `<div dir="${direction}"><div dir="ltr"></div><br>${quoteHtml(draft, form).replace(/<\/div>$/, '')}<div><br></div>${written}${image}</div>${signatureHtml}</div>`,
    }
  }
  if (!first) return { text: own, html: ownHtml }
  return { text: [...own, '', ...quoteText(draft, form)], html: `${ownHtml}<br>${quoteHtml(draft, form)}` }
}

const gmail = (form: Form): Program => ({
  family: 'gmail',
  form,
  prefixes,
  writesInline: true,
  write(draft) {
    const { text, html } = texts(draft, form)
    const parts = { text: textPart('plain', text.join('\n')), html: textPart('html', html) }
    return alternatives(draft, [], parts, `000000000000${Buffer.from(draft.messageId).toString('hex').slice(2, 18)}`)
  },
})

export const gmailPrograms: Program[] = [gmail('web'), gmail('android'), gmail('ios')]
