import { asHtml, type Draft, dateParts, type Program, paragraphLines, type Quoted, shown, typedLines } from './draft.ts'
import { alternatives, envelope, mail, textPart } from './wire.ts'

/** Classic on Windows with Word's HTML, and writing plain text; the web and the new one; on a telephone; on a Macintosh. */
type Form = 'desktop' | 'desktop plain' | 'web' | 'mobile' | 'mac'

const words = {
  en: { from: 'From', sent: 'Sent', date: 'Date', to: 'To', subject: 'Subject', original: 'Original Message' },
  sv: {
    from: 'Från',
    sent: 'Skickat',
    date: 'Datum',
    to: 'Till',
    subject: 'Ämne',
    original: 'Ursprungligt meddelande',
  },
}
const prefixes = { en: { reply: 'RE: ', forward: 'FW: ' }, sv: { reply: 'SV: ', forward: 'VB: ' } }

function headerBlock(quoted: Quoted, draft: Draft, form: Form): [string, string][] {
  const w = words[draft.language]
  const d = dateParts(quoted.at, draft.language)
  const long = {
    en:
      form === 'mac'
        ? `${d.weekday}, ${d.day} ${d.month} ${d.year} at ${d.time}`
        : `${d.weekday}, ${d.month} ${d.day}, ${d.year} ${d.time12}`,
    sv:
      form === 'mac'
        ? `${d.weekday}, ${d.day} ${d.month} ${d.year} ${d.time}`
        : `den ${d.day} ${d.month} ${d.year} ${d.time}`,
  }[draft.language]
  return [
    [w.from, shown(quoted.from)],
    [form === 'mac' ? w.date : w.sent, long],
    [w.to, shown(quoted.to)],
    [w.subject, quoted.subject],
  ]
}

const mobileLine = { en: ['Get ', 'Outlook for iOS'], sv: ['Hämta ', 'Outlook för iOS'] }
const mobileAddress = 'https://aka.ms/o0ukef'

function quotedText(draft: Draft, form: Form): string[] {
  return draft.quoted.flatMap((quoted) => {
    const separator =
      form === 'desktop plain'
        ? [`-----${words[draft.language].original}-----`]
        : form === 'web' || form === 'mobile'
          ? ['_'.repeat(32)]
          : []
    const body = paragraphLines(quoted.paragraphs)
    return [
      '',
      ...separator,
      ...headerBlock(quoted, draft, form).map(([name, value]) => `${name}: ${value}`),
      '',
      ...body,
    ]
  })
}

const word = (line: string): string =>
  `<p class="MsoNormal">${line === '' ? '<o:p>&nbsp;</o:p>' : `${asHtml(line)}<o:p></o:p>`}</p>\n`

function quotedHtml(draft: Draft, form: Form): string {
  return draft.quoted
    .map((quoted, index) => {
      const body = paragraphLines(quoted.paragraphs)
      const head = headerBlock(quoted, draft, form)
      if (form === 'desktop' || form === 'mac') {
        const border = form === 'mac' ? '#B5C4DF' : '#E1E1E1'
        const rows = head
          .map(([name, value]) => `<b>${name}:</b> ${asHtml(value)}`)
          .join(form === 'mac' ? '<br>\n' : ' <br>\n')
        const block =
          `<div>\n<div style="border:none;border-top:solid ${border} 1.0pt;padding:3.0pt 0cm 0cm 0cm">\n` +
          `<p class="MsoNormal"${form === 'mac' ? ' style="margin-bottom:12.0pt"' : ''}>${rows}<o:p></o:p></p>\n</div>\n</div>\n`
        const all = `${block}${word('')}${body.map(word).join('')}`
        return form === 'mac' && index === 0
          ? `<div id="mail-editor-reference-message-container">\n<div>\n${all}</div>\n</div>`
          : `${word('')}${all}`
      }
      const rows = head.map(([name, value]) => `<b>${name}:</b> ${asHtml(value)}`).join('<br>\n')
      const x = 'x_'.repeat(index)
      const block =
        `<hr style="display:inline-block;width:98%" tabindex="-1">\n<div id="${x}divRplyFwdMsg" dir="ltr">` +
        `<font face="Calibri, sans-serif" style="font-size:11pt" color="#000000">${rows}</font>\n<div>&nbsp;</div>\n</div>\n`
      return `${block}<div>${body.map((line) => `<div>${line === '' ? '<br>' : asHtml(line)}</div>`).join('\n')}</div>`
    })
    .join('\n')
}

function ownHtml(draft: Draft, form: Form): string {
  const lines = typedLines(draft)
  const image = draft.file?.isInline ? `<img src="cid:image001@example" alt="${draft.file.name}" width="320">` : ''
  if (form === 'desktop' || form === 'mac') {
    const signature = draft.signature ? ['', ...draft.signature] : []
    return `${[...lines, ...signature].map(word).join('')}${image && `<p class="MsoNormal">${image}<o:p></o:p></p>`}`
  }
  const style =
    'style="font-family: Aptos, Aptos_EmbeddedFont, Calibri, Helvetica, sans-serif; font-size: 12pt; color: rgb(0, 0, 0);"'
  const line = (text: string) => `<div class="elementToProof" ${style}>${text === '' ? '<br>' : asHtml(text)}</div>\n`
  const signature = draft.signature
    ? `<div class="elementToProof" id="Signature">\n<div ${style}>${draft.signature.map(asHtml).join('</div>\n<div>')}</div>\n</div>\n`
    : ''
  const [verb, name] = mobileLine[draft.language]
  const added =
    form === 'mobile' && draft.hasProgramLine
      ? `<div id="ms-outlook-mobile-signature" dir="auto"><div dir="auto"><br></div>${verb}<a href="${mobileAddress}">${name}</a></div>\n`
      : ''
  return `${lines.map(line).join('')}${image}${signature}${added}`
}

function bodies(draft: Draft, form: Form): { text: string[]; html: string } {
  const [verb, name] = mobileLine[draft.language]
  const added = form === 'mobile' && draft.hasProgramLine ? ['', `${verb}${name}<${mobileAddress}>`] : []
  const own = [...typedLines(draft), ...(draft.signature ? ['', ...draft.signature] : []), ...added]
  const start = form === 'web' ? '<div id="appendonsend"></div>\n' : ''
  const isContained = form === 'mobile' && draft.quoted.length > 0
  const quoted = isContained
    ? `<div id="mail-editor-reference-message-container" dir="auto"><br>\n${quotedHtml(draft, form)}</div>`
    : quotedHtml(draft, form)
  const inside = `${ownHtml(draft, form)}${draft.quoted.length > 0 ? start : ''}${quoted}`
  const isWord = form === 'desktop' || form === 'mac'
  const head = isWord
    ? '<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">\n<head>\n' +
      '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">\n<meta name="Generator" content="Microsoft Word 15 (filtered medium)">\n' +
      '<style><!--\n/* Font Definitions */\n@font-face\n\t{font-family:Calibri;}\np.MsoNormal, li.MsoNormal, div.MsoNormal\n\t{margin:0cm;}\n--></style>\n' +
      '<!--[if gte mso 9]><xml>\n<o:shapedefaults v:ext="edit" spidmax="1026" />\n</xml><![endif]-->\n</head>\n'
    : '<html>\n<head>\n<meta http-equiv="Content-Type" content="text/html; charset=utf-8">\n<style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;} </style>\n</head>\n'
  const body = isWord
    ? `<body lang="${draft.language === 'sv' ? 'SV' : 'EN-US'}" link="#0563C1" vlink="#954F72" style="word-wrap:break-word">\n<div class="WordSection1">\n${inside}</div>\n</body>\n</html>`
    : `<body dir="ltr">\n${inside}\n</body>\n</html>`
  return { text: [...own, ...quotedText(draft, form)], html: head + body }
}

const outlook = (form: Form): Program => ({
  family: 'outlook',
  form,
  prefixes,
  writesInline: false,
  write(draft) {
    const { text, html } = bodies(draft, form)
    const own: [string, string][] = [
      ['Thread-Topic', 'shop'],
      ['Thread-Index', 'AdxZk1lq0mW7b1JbT9a3n3pJ8Yk2Bg=='],
      ['Accept-Language', draft.language === 'sv' ? 'sv-SE, en-US' : 'en-US'],
      ['X-MS-Has-Attach', draft.file ? 'yes' : ''],
      ['X-Originating-IP', '[192.0.2.17]'],
    ]
    if (form === 'desktop plain') {
      const part = textPart('plain', text.join('\n'), { charset: 'Windows-1252' })
      return mail(envelope(draft, [...own, ['X-Mailer', 'Microsoft Outlook 16.0']]), part)
    }
    const isWord = form === 'desktop'
    const encoding = isWord
      ? { charset: 'Windows-1252' }
      : { charset: 'utf-8', transfer: form === 'web' ? 'quoted-printable' : 'base64' }
    const parts = { text: textPart('plain', text.join('\n'), encoding), html: textPart('html', html, encoding) }
    return alternatives(draft, own, parts, '_000_AM0PR04MB5123F2C6D8E1AM0PR04MB5123eurp_')
  },
})

export const outlookPrograms: Program[] = (['desktop', 'desktop plain', 'web', 'mobile', 'mac'] as const).map(outlook)
