/** Fenced and inline code, tags, addresses of pages and mailboxes, file names, and words with digits or underscores. */
const noWords = [
  /```[\s\S]*?(?:```|$)/g,
  /`[^`\n]{1,300}`/g,
  /<\/?[a-z][^<>]{0,300}>/gi,
  /\b(?:https?:\/\/|www\.)\S+/gi,
  /[^\s@<>]{1,64}@[^\s@<>]{1,255}/g,
  /(?<!\S)\S{1,255}\.[a-z]{2,5}(?:\/\S*)?(?=[\s,;:!?)]|$)/gi,
  /[\p{L}\p{N}_.-]*[\p{N}_][\p{L}\p{N}_.-]*/gu,
] as const
/** A quoted line, and the line that begins a mailed file. */
const quoted = /^\s*(?:>|begin \d{3} )/
/** A row of a table: cells between bars or tabs. */
const row = /\t|(?:^|\s)\|(?:\s|$)/

const hasWords = (lines: string[]) => lines.some((line) => /\p{L}{2}/u.test(line))

/**
 * The part of a text that its language shows in: without code, addresses, numbers and marks, and without quoted lines and
 * tables, whose words are names, unless there is nothing else.
 */
export function tellingText(text: string): string {
  let rest = text
  for (const pattern of noWords) rest = rest.replace(pattern, ' ')
  const lines = rest.split('\n')
  const unquoted = lines.filter((line) => !quoted.test(line))
  const said = hasWords(unquoted) ? unquoted : lines
  const prose = said.filter((line) => !row.test(line))
  return (hasWords(prose) ? prose : said).join('\n')
}
