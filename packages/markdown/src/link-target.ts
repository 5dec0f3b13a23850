/** Characters that turn the text around them (UAX 9). In the words of a link they can make an address read as another one. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g

/** The words of a link without characters that turn their direction. */
export const linkWords = (words: string): string => words.replace(turns, '')

/** A host as browsers write it, in ASCII; undefined for what is none. `URL.parse` is younger than the oldest browser of the widget. */
const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).hostname : undefined)

/** The addresses that words name: hosts, and mailboxes. A file's name is none: no domain ends like these. */
const namedIn = (words: string): string[] =>
  words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}|\w+:\/\//gu, (found) => (found.length > 2 ? ' ' : ''))
    .replaceAll('。', '.')
    // The path of an address.
    .replace(/(\.[^\s/?#\\]*)[/?#\\]\S*/g, '$1')
    .split(/[^\p{L}\p{M}\p{N}.@_-]+/u)
    .filter(
      (word) =>
        /[^.@]\.[^.@]*\p{L}{2}$/u.test(word) && !/\.(?:js|json|html?|pdf|docx?|xlsx?|pptx?|csv|txt|xml)$/.test(word),
    )

/** Whether an address has a user name before its host (`https://bank.example@other.example`), which reads as the host. */
export const hasUserName = (url: string): boolean => /^https?:[/\\]*[^/?#\\]*@/i.test(url)

/**
 * Where a link leads, if its words name another place (`[bank.example](https://other.example)`): the host, or the mail address.
 * Undefined if they name none, the same place, or a domain above it. It has to be shown beside the words. More than 500
 * characters are not read: what they lead to is shown.
 */
export function hiddenTarget(words: string, url: string): string | undefined {
  const target = /^mailto:/i.test(url) ? url.slice(7).split('?')[0]!.toLowerCase() : hostOf(url)
  const isThere = (name: string) =>
    name === target ||
    (!(name.includes('@') && target!.includes('@')) &&
      `.${target!.replace(/.*@/, '')}`.endsWith(`.${hostOf(`https://${name}`)?.replace(/^www\./, '')}`))
  return target && (words.length > 500 || !namedIn(words).every(isThere)) ? target : undefined
}
