import { hideMasks, showMasks } from '@frontdesk/markdown'

/** Longest target of a link that is looked at: what is longer is no address. */
const link = /!?\[([^\][\n]{0,200})\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,500}(?:\s"[^"\n]{0,200}")?\)/g
const strong = /(\*\*|__)(?=\S)([^*_\n]{1,400}?\S)\1/g
const emphasis = /(^|[\s("'“])([*_])(?=[^\s*_])([^*_\n]{0,400}?[^\s*_])\2(?=$|[\s.,;:!?)"'”])/gm
const code = /(`{1,3})([^`\n]{1,400})\1/g

/** Signs of emphasis whose other half stands in a sentence before or after. */
const opened = /^[*_]{1,3}(?=[\p{L}\p{N}])/u
const closed = /(?<=[.!?…:;,])[*_]{1,3}$/

/**
 * A line or sentence of Markdown as plain text: signs of headings, quotes, emphasis, code and links go, and their words
 * stay; so do the asterisks of masked data. Text that holds none of them is returned as it is.
 */
export function cleanMarkdown(text: string): string {
  if (!/[*_`[#>\\]/.test(text)) return text
  const cleaned = hideMasks(text, { isFragment: true })
    .replace(/^[ \t]{0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/gm, '$1')
    .replace(/^[ \t]{0,3}>[ \t]?/gm, '')
    .replace(link, '$1')
    .replace(strong, '$2')
    .replace(emphasis, '$1$3')
    .replace(code, '$2')
    .replace(opened, '')
    .replace(closed, '')
    .replace(/\\([\\`*_{}[\]()#+\-.!|>])/g, '$1')
  return showMasks(cleaned)
}
