/** A line at which an HTML table begins, perhaps inside of other elements (https://spec.commonmark.org/0.31.2/#html-blocks). */
const opening = /^ {0,3}(?:<[^<>]{1,200}>[ \t]{0,8}){0,5}<table(?=[\s>]|$)/i
const tags = /<(\/?)table(?=[\s>/]|$)/gi
const onlyTags = /^(?:\s|<[^<>]{1,200}>)*$/

/** A table that is longer than this, or not closed within it, is text. */
const maxCharacters = 5_000_000

export const beginsHtmlTable = (line: string): boolean => opening.test(line)

/** Collects the lines of an HTML table in Markdown. */
export function htmlTable() {
  const lines: string[] = []
  let depth = 0
  let characters = 0
  return {
    lines,
    /** The table, once this line closes it, and the text that follows it there. */
    add(line: string): { html: string; rest: string } | undefined {
      characters += line.length
      for (const { 0: tag, 1: slash, index } of line.matchAll(tags)) {
        depth += slash === '' ? 1 : -1
        if (depth > 0) continue
        const close = line.indexOf('>', index + tag.length)
        const end = close < 0 ? line.length : close + 1
        const rest = line.slice(end)
        const html = [...lines, line.slice(0, end)].join('\n')
        return { html, rest: onlyTags.test(rest) ? '' : rest }
      }
      lines.push(line)
      return undefined
    },
    isTooLong: () => characters > maxCharacters,
  }
}
