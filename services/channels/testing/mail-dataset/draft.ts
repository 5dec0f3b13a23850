export type Language = 'en' | 'sv'
export type Person = { name: string; address: string }

/** A mail of the thread that is answered, as it is quoted. */
export type Quoted = { from: Person; to: Person; at: Date; subject: string; paragraphs: string[] }

/** What a customer does in whatever program; the program decides what it looks like on the wire. */
export type Draft = {
  language: Language
  kind: 'top' | 'bottom' | 'inline' | 'forward' | 'new'
  from: Person
  to: Person
  cc?: Person
  /** As the program sends it, prefix included. */
  subject: string
  at: Date
  messageId: string
  inReplyTo?: string
  references: string[]
  /** What the customer wrote, each paragraph in lines; for `inline`, one for each paragraph of the first quoted mail. */
  paragraphs: string[][]
  /** A closing phrase and a name that the customer typed. */
  closing?: string[]
  /** What the program puts under each mail by the customer's settings. */
  signature?: string[]
  /** The program's own line, `Sent from my iPhone`. */
  hasProgramLine: boolean
  /** The newest first; each quotes the next. Empty when the customer removed the quote. */
  quoted: Quoted[]
  file?: { name: string; type: string; bytes: Uint8Array; isInline: boolean }
}

/** One program in one of its forms. */
export type Program = {
  /** `gmail`, `outlook`, `apple mail`, … */
  family: string
  form: string
  /** What it puts before the subject of a reply and of a forward. */
  prefixes: Record<Language, { reply: string; forward: string }>
  /** Whether its replies can be written between the quotes. */
  writesInline: boolean
  write(draft: Draft): Uint8Array
}

export const asHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A person as programs show it in a line. */
export const shown = ({ name, address }: Person): string => `${name} <${address}>`
export const shownHtml = ({ name, address }: Person): string =>
  `${asHtml(name)} &lt;<a href="mailto:${address}">${address}</a>&gt;`

/** Everything that the customer typed before a quote, in lines; an empty line between paragraphs. */
export const typedLines = (draft: Draft): string[] => {
  const all = draft.closing ? [...draft.paragraphs, draft.closing] : draft.paragraphs
  return all.flatMap((paragraph, index) => (index === 0 ? paragraph : ['', ...paragraph]))
}

/** Lines as `<div>`s, as most editors keep them. */
export const divs = (lines: readonly string[], attributes = ''): string =>
  lines.map((line) => `<div${attributes}>${line === '' ? '<br>' : asHtml(line)}</div>`).join('')

export const paragraphLines = (paragraphs: readonly string[]): string[] =>
  paragraphs.flatMap((paragraph, index) => (index === 0 ? [paragraph] : ['', paragraph]))

/** Wraps a line at 76 characters, as programs do in plain text. */
export function wrap(line: string, width = 76): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) {
      lines.push(current)
      current = word
    } else current = current === '' ? word : `${current} ${word}`
  }
  return [...lines, current]
}

export const prefixed = (lines: readonly string[], sign = '> '): string[] =>
  lines.map((line) => (line === '' ? sign.trimEnd() : `${sign}${line}`))

const weekdays = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  sv: ['söndag', 'måndag', 'tisdag', 'onsdag', 'torsdag', 'fredag', 'lördag'],
}
const months = {
  en: 'January February March April May June July August September October November December'.split(' '),
  sv: 'januari februari mars april maj juni juli augusti september oktober november december'.split(' '),
}

/** The parts of a date (UTC) that programs compose theirs from. */
export function dateParts(at: Date, language: Language) {
  const two = (value: number) => String(value).padStart(2, '0')
  const weekday = weekdays[language][at.getUTCDay()]!
  const month = months[language][at.getUTCMonth()]!
  const hours = at.getUTCHours()
  return {
    weekday,
    shortWeekday: weekday.slice(0, language === 'sv' && weekday.startsWith('tor') ? 4 : 3),
    day: at.getUTCDate(),
    month,
    shortMonth:
      language === 'sv' && month.length > 4 ? `${month.slice(0, 3)}.` : month.slice(0, language === 'sv' ? 4 : 3),
    year: at.getUTCFullYear(),
    time: `${two(hours)}:${two(at.getUTCMinutes())}`,
    seconds: two(at.getUTCSeconds()),
    time12: `${hours % 12 || 12}:${two(at.getUTCMinutes())} ${hours < 12 ? 'AM' : 'PM'}`,
    iso: at.toISOString().slice(0, 10),
    numeric: `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${at.getUTCFullYear()}`,
  }
}
