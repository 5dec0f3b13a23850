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
import { thunderbirdPrograms } from './thunderbird.ts'
import { type Bodies, image, names, program } from './two-part-program.ts'

function yahoo(draft: Draft, isMobile: boolean): Bodies {
  const added =
    isMobile && draft.hasProgramLine
      ? [draft.language === 'sv' ? 'Skickat från Yahoo Mail för iPhone' : 'Sent from Yahoo Mail for iPhone']
      : []
  const own = [
    ...typedLines(draft),
    ...(draft.signature ? ['', ...draft.signature] : []),
    ...(added.length > 0 ? ['', ...added] : []),
  ]
  const line = (quoted: Quoted, who: string) => {
    const d = dateParts(quoted.at, draft.language)
    return draft.language === 'sv'
      ? `Den ${d.weekday} ${d.day} ${d.month} ${d.year} ${d.time}:${d.seconds} CET, ${who} skrev:`
      : `On ${d.weekday}, ${d.month} ${d.day}, ${d.year} at ${d.time12.replace(' ', `:${d.seconds} `)} GMT+1, ${who} wrote:`
  }
  const typed = typedLines(draft)
  const signature = draft.signature
    ? `<div><br></div><div class="ydp1f2e3d4csignature">${draft.signature.map(asHtml).join('<br>')}</div>`
    : ''
  const ownHtml = isMobile
    ? `${asHtml(typed[0] ?? '')}${divs(typed.slice(1))}${image(draft)}${added.map((each) => `<br><br><a href="https://overview.mail.yahoo.com/?.src=iOS">${asHtml(each)}</a><br>`).join('')}`
    : `<div class="ydp1f2e3d4cyahoo-style-wrap" style="font-family:Helvetica Neue, Helvetica, Arial, sans-serif;font-size:16px;">${typed.map((each) => `<div dir="ltr" data-setdir="false">${each === '' ? '<br>' : asHtml(each)}</div>`).join('')}${image(draft)}${signature}</div>`
  const first = draft.quoted[0]
  if (!first) return { text: own, html: ownHtml }
  if (draft.kind === 'forward') {
    const n = names[draft.language]
    const marker = draft.language === 'sv' ? '----- Vidarebefordrat meddelande -----' : '----- Forwarded Message -----'
    const d = dateParts(first.at, draft.language)
    const rows = [
      [n.from, shown(first.from)],
      [n.to, shown(first.to)],
      [n.sent, `${d.weekday} ${d.day} ${d.month} ${d.year} ${d.time}:${d.seconds} CET`],
      [n.subject, first.subject],
    ]
    return {
      text: [
        ...own,
        '',
        `   ${marker} ${rows.map(([name, value]) => `${name}: ${value}`).join('')}`,
        ...paragraphLines(first.paragraphs).map((each) => ` ${each}`),
      ],
      html: `${ownHtml}<div><br></div><div id="ydp1f2e3d4cyahoo_quoted_0912345678" class="yahoo_quoted"><div style="font-size:13px;color:#26282a;"><div>${marker}</div>${rows.map(([name, value]) => `<div><b>${name}:</b> ${asHtml(value!)}</div>`).join('')}<div><br></div><div><div id="yiv4711">${divs(paragraphLines(first.paragraphs))}</div></div></div></div>`,
    }
  }
  const quoteText = (at: number): string[] => {
    const quoted = draft.quoted[at]
    return quoted
      ? [
          '',
          `    ${line(quoted, shown(quoted.from))}  `,
          ' ',
          ...paragraphLines(quoted.paragraphs).map((each) => ` ${each}`),
          ...quoteText(at + 1),
        ]
      : []
  }
  const quoteHtml = (at: number): string => {
    const quoted = draft.quoted[at]
    return quoted
      ? `<div id="ydp1f2e3d4cyahoo_quoted_0912345678" class="${isMobile ? '' : 'ydp1f2e3d4c'}yahoo_quoted"><div style="font-family:'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:13px;color:#26282a;"><div>${line(quoted, shownHtml(quoted.from))}</div><div><br></div><div><br></div><div><div id="yiv4711">${divs(paragraphLines(quoted.paragraphs))}${quoteHtml(at + 1)}</div></div></div></div>`
      : ''
  }
  return { text: [...own, ...quoteText(0)], html: `${ownHtml}<div><br></div>${quoteHtml(0)}` }
}

function proton(draft: Draft): Bodies {
  const typed = typedLines(draft)
  const line = (quoted: Quoted, who: string) => {
    const d = dateParts(quoted.at, draft.language)
    return draft.language === 'sv'
      ? `${d.weekday} ${d.day} ${d.month} ${d.year} kl. ${d.time} skrev ${who}:`
      : `On ${d.weekday}, ${d.month} ${d.day}th, ${d.year} at ${d.time12}, ${who} wrote:`
  }
  const added = draft.hasProgramLine
    ? [
        '',
        draft.language === 'sv'
          ? 'Skickat med säker e-post från Proton Mail.'
          : 'Sent with [Proton Mail](https://proton.me/mail/home) secure email.',
      ]
    : []
  const text = [...typed, ...(draft.signature ? ['', ...draft.signature] : []), ...added]
  const style = 'style="font-family: Arial, sans-serif; font-size: 14px;"'
  const block =
    draft.signature || added.length > 0
      ? `<div class="protonmail_signature_block" ${style}><div class="protonmail_signature_block-user">${(draft.signature ?? []).map(asHtml).join('<br>')}</div><div class="protonmail_signature_block-proton">${asHtml(added[1] ?? '')}</div></div>`
      : ''
  const html = `${typed.map((each) => `<div ${style}>${each === '' ? '<br>' : asHtml(each)}</div>`).join('')}${image(draft)}<div ${style}><br></div>${block}<div ${style}><br></div>`
  const first = draft.quoted[0]
  if (!first) return { text, html }
  if (draft.kind === 'forward') {
    const n = names[draft.language]
    const d = dateParts(first.at, draft.language)
    const rows = [
      [n.from, shown(first.from)],
      [n.date, `${d.weekday} ${d.day} ${d.month} ${d.year} ${d.time}`],
      [n.subject, first.subject],
      [n.to, shown(first.to)],
    ]
    const marker = '------- Forwarded Message -------'
    return {
      text: [
        ...text,
        '',
        marker,
        ...rows.map(([name, value]) => `${name}: ${value}`),
        '',
        ...prefixed(paragraphLines(first.paragraphs)),
      ],
      html: `${html}<div class="protonmail_quote">${marker}<br>${rows.map(([name, value]) => `${name}: ${asHtml(value!)}<br>`).join('')}<br><blockquote class="protonmail_quote" type="cite">${divs(paragraphLines(first.paragraphs))}</blockquote><br></div>`,
    }
  }
  const quoteText = (at: number): string[] => {
    const quoted = draft.quoted[at]
    return quoted
      ? [
          line(quoted, shown(quoted.from)),
          '',
          ...prefixed([...paragraphLines(quoted.paragraphs), ...quoteText(at + 1)]),
        ]
      : []
  }
  const quoteHtml = (at: number): string => {
    const quoted = draft.quoted[at]
    return quoted
      ? `<div class="protonmail_quote">${line(quoted, shownHtml(quoted.from))}<br><br><blockquote class="protonmail_quote" type="cite">${divs(paragraphLines(quoted.paragraphs))}${quoteHtml(at + 1)}</blockquote><br></div>`
      : ''
  }
  return { text: [...text, '', ...quoteText(0)], html: `${html}${quoteHtml(0)}` }
}

function samsung(draft: Draft): Bodies {
  const typed = typedLines(draft)
  const added = draft.hasProgramLine
    ? [draft.language === 'sv' ? 'Skickat från min Galaxy' : 'Sent from my Galaxy']
    : []
  const own = [
    ...typed,
    ...(draft.signature ? ['', ...draft.signature] : []),
    ...(added.length > 0 ? ['', ...added] : []),
  ]
  const n = { ...names[draft.language], ...(draft.language === 'sv' && { subject: 'Rubrik' }) }
  const blocks = draft.quoted.map((quoted) => {
    const d = dateParts(quoted.at, draft.language)
    return {
      head: [
        [n.from, shown(quoted.from)],
        [n.date, `${draft.language === 'sv' ? d.iso : d.numeric} ${d.time} (GMT+01:00)`],
        [n.to, shown(quoted.to)],
        [n.subject, quoted.subject],
      ] as [string, string][],
      body: paragraphLines(quoted.paragraphs),
    }
  })
  const marker = draft.language === 'sv' ? '-------- Originalmeddelande --------' : '-------- Original message --------'
  return {
    text: [
      ...own,
      '',
      ...blocks.flatMap(({ head, body }) => [
        marker,
        ...head.map(([name, value]) => `${name}: ${value}`),
        '',
        ...body,
        '',
      ]),
    ],
    html:
      `<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body dir="auto">${divs(typed, ' dir="auto"')}${image(draft)}${divs(draft.signature ? ['', ...draft.signature] : [])}` +
      `${added.length > 0 ? `<div dir="auto"><br></div><div id="composer_signature" dir="auto"><div style="font-size:14px;color:#575757" dir="auto">${added[0]}</div></div>` : ''}<div><br></div>` +
      `${blocks.map(({ head, body }) => `<div align="left" dir="auto" style="font-size:100%;color:#000000"><div>${marker}</div>${head.map(([name, value]) => `<div>${name}: ${asHtml(value)} </div>`).join('')}<div><br></div></div>${divs(body)}`).join('')}</body></html>`,
  }
}

export const otherPrograms: Program[] = [
  ...thunderbirdPrograms,
  program('yahoo', 'web', false, (draft) => yahoo(draft, false), [['X-Mailer', 'WebService/1.1.24652 YMailNorrin']]),
  program('yahoo', 'mobile', false, (draft) => yahoo(draft, true), [
    ['X-Mailer', 'WebService/1.1.24652 YahooMailIosMobile'],
  ]),
  program('proton', 'web', false, proton),
  program('samsung', 'mobile', false, samsung),
]
