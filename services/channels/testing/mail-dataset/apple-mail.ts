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
} from './draft.ts'
import { alternatives, envelope, mail, textPart } from './wire.ts'

type Form = 'mac' | 'mac plain' | 'ios'

const prefixes = { en: { reply: 'Re: ', forward: 'Fwd: ' }, sv: { reply: 'Re: ', forward: 'Fwd: ' } }
const forwardLine = { en: 'Begin forwarded message:', sv: 'Vidarebefordrat brev:' }
const forwardNames = { en: ['From', 'Subject', 'Date', 'To'], sv: ['Från', 'Ämne', 'Datum', 'Till'] }
const programLine = { en: 'Sent from my iPhone', sv: 'Skickat från min iPhone' }

function attribution(quoted: Quoted, draft: Draft, who: string): string {
  const d = dateParts(quoted.at, draft.language)
  return draft.language === 'sv'
    ? `${d.day} ${d.shortMonth} ${d.year} kl. ${d.time} skrev ${who}:`
    : `On ${d.day} ${d.shortMonth} ${d.year}, at ${d.time}, ${who} wrote:`
}

function quoteText(draft: Draft, at = 0): string[] {
  const quoted = draft.quoted[at]
  if (!quoted) return []
  const inner = quoteText(draft, at + 1)
  const body = [...paragraphLines(quoted.paragraphs), ...(inner.length > 0 ? ['', ...inner] : [])]
  return prefixed([attribution(quoted, draft, shown(quoted.from)), '', ...body])
}

function quoteHtml(draft: Draft, form: Form, at = 0): string {
  const quoted = draft.quoted[at]
  if (!quoted) return ''
  const inner = quoteHtml(draft, form, at + 1)
  const line = attribution(quoted, draft, shownHtml(quoted.from))
  const body = divs(paragraphLines(quoted.paragraphs))
  if (form === 'ios') {
    return (
      `<div dir="ltr"><br><blockquote type="cite">${line}<br><br></blockquote></div>` +
      `<blockquote type="cite"><div dir="ltr">\ufeff${body}${inner}</div></blockquote>`
    )
  }
  return (
    `<div><br><blockquote type="cite"><div>${line}</div><br class="Apple-interchange-newline">` +
    `<div><meta http-equiv="content-type" content="text/html; charset=utf-8"><div>${body}${inner}</div></div></blockquote></div><br>`
  )
}

function forwarded(draft: Draft): { text: string[]; html: string } {
  const quoted = draft.quoted[0]!
  const d = dateParts(quoted.at, draft.language)
  const date =
    draft.language === 'sv'
      ? `${d.day} ${d.month} ${d.year} ${d.time}:${d.seconds} CET`
      : `${d.day} ${d.month} ${d.year} at ${d.time}:${d.seconds} CET`
  const values = [shown(quoted.from), quoted.subject, date, shown(quoted.to)]
  const rows = forwardNames[draft.language].map((name, index) => [name, values[index]!] as const)
  const body = paragraphLines(quoted.paragraphs)
  const style = 'style="margin-top: 0px; margin-right: 0px; margin-bottom: 0px; margin-left: 0px;"'
  return {
    text: [
      '',
      ...prefixed([forwardLine[draft.language], '', ...rows.map(([name, value]) => `${name}: ${value}`), '', ...body]),
    ],
    html:
      `<div><br><blockquote type="cite"><div>${forwardLine[draft.language]}</div><br class="Apple-interchange-newline">` +
      rows
        .map(
          ([name, value]) =>
            `<div ${style}><span style="font-family: -webkit-system-font;"><b>${name}: </b></span><span>${asHtml(value)}<br></span></div>`,
        )
        .join('') +
      `<br><div>${divs(body)}</div></blockquote></div>`,
  }
}

function bodies(draft: Draft, form: Form): { text: string[]; html: string } {
  const typed = typedLines(draft)
  const added = form === 'ios' && draft.hasProgramLine ? [programLine[draft.language]] : []
  const signature = form === 'ios' ? [] : (draft.signature ?? [])
  const own = [
    ...typed,
    ...(signature.length > 0 ? ['', ...signature] : []),
    ...(added.length > 0 ? ['', ...added] : []),
  ]
  const image = draft.file?.isInline ? `<div><img src="cid:image001@example" alt="${draft.file.name}"></div>` : ''
  const after =
    form === 'ios'
      ? added.length > 0
        ? `<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">${added[0]}</div>`
        : ''
      : signature.length > 0
        ? `<div><br></div><div><meta charset="UTF-8"><div dir="auto">${signature.map(asHtml).join('<br>')}</div></div><br id="lineBreakAtBeginningOfMessage">`
        : ''
  const written = `${asHtml(typed[0] ?? '')}${divs(typed.slice(1))}${image}`
  const page = (inside: string) =>
    form === 'ios'
      ? `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body dir="auto">${inside}</body></html>`
      : `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">${inside}</body></html>`
  const first = draft.quoted[0]
  if (!first) return { text: own, html: page(written + after) }
  if (draft.kind === 'forward') {
    const forward = forwarded(draft)
    return { text: [...own, ...forward.text], html: page(written + after + forward.html) }
  }
  if (draft.kind === 'inline') {
    const pairs = first.paragraphs.map((paragraph, index) => ({ paragraph, answer: draft.paragraphs[index] ?? [] }))
    const line = attribution(first, draft, shown(first.from))
    return {
      text: [
        ...prefixed([line, '']),
        ...pairs.flatMap(({ paragraph, answer }) => [...prefixed([paragraph]), '', ...answer, '']),
        ...own.slice(typed.length),
      ],
      html: page(
        `<div><blockquote type="cite"><div>${asHtml(line)}</div><br class="Apple-interchange-newline"></blockquote></div>` +
          pairs
            .map(
              ({ paragraph, answer }) =>
                `<blockquote type="cite"><div>${asHtml(paragraph)}</div></blockquote>${divs(['', ...answer, ''])}`,
            )
            .join('') +
          after,
      ),
    }
  }
  if (draft.kind === 'bottom') {
    return {
      text: [...quoteText(draft), '', ...own],
      html: page(`${quoteHtml(draft, form)}<div>${written}</div>${after}`),
    }
  }
  return { text: [...own, '', ...quoteText(draft)], html: page(`${written}${after}${quoteHtml(draft, form)}`) }
}

const apple = (form: Form): Program => ({
  family: 'apple mail',
  form,
  prefixes,
  writesInline: true,
  write(draft) {
    const { text, html } = bodies(draft, form)
    const own: [string, string][] =
      form === 'ios' ? [['X-Mailer', 'iPhone Mail (23A344)']] : [['X-Mailer', 'Apple Mail (2.3864.200.81.1.6)']]
    const plain = textPart('plain', text.join('\n'), { charset: 'utf-8' })
    if (form === 'mac plain' && !draft.file) return mail(envelope(draft, own), plain)
    const parts = { text: plain, html: textPart('html', html, { charset: 'utf-8' }) }
    return alternatives(draft, own, parts, 'Apple-Mail=_5C2B8C1E-0F6B-4E53-9A4F-2C6D3D0E7A11')
  },
})

export const applePrograms: Program[] = (['mac', 'mac plain', 'ios'] as const).map(apple)
