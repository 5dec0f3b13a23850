/** Characters that turn the text around them (UAX 9). In the words of a link they can make an address read as another one. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g
/** Those that nobody sees: a name with them reads as the name without. */
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

/** Words of a link that are longer are shown with their target without being read. */
const maxWords = 500

/** The words of a link without characters that turn their direction. */
export const linkWords = (words: string): string => words.replace(turns, '')

/** `URL.parse` is younger than the oldest browser that the widget supports. */
const nameOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).hostname : undefined)

/** A host as browsers write it, in ASCII and without `www.`; undefined for what is none. */
function hostOf(name: string): string | undefined {
  return nameOf(`https://${name}`)?.replace(/^www\./, '')
}

/** The addresses that words name: hosts, and mailboxes. */
function namedIn(words: string): string[] {
  const plain = words
    .normalize('NFKC')
    .replace(invisible, '')
    .replace(/[\u3002\uff61]/g, '.')
    .toLowerCase()
  return plain
    .replace(/[a-z][a-z+.-]*:\/\//g, ' ')
    .split(/\s+/)
    .map((word) => {
      const [before] = word.split(/[/?#\\]/, 1)
      return before!.includes('.') ? before! : word
    })
    .flatMap((word) => word.split(/[^\p{L}\p{M}\p{N}.@_-]+/u))
    .filter((word) => /\p{L}\p{L}$/u.test(word) && /[^.@]\.[^.@]+$/.test(word))
}

/** Whether an address has a user name before its host (`https://bank.example@other.example`), which reads as the host. */
export const hasUserName = (url: string): boolean => /^[a-z]+:[/\\]*[^/?#\\]*@/i.test(url) && !/^mailto:/i.test(url)

/**
 * Where a link leads, if its words name another place (`[bank.example](https://other.example)`): the host, or the mail address.
 * Undefined if they name none, the same place, or a domain above it. It has to be shown beside the words.
 */
export function hiddenTarget(words: string, url: string): string | undefined {
  const isLong = words.length > maxWords
  const named = isLong ? [] : namedIn(words)
  if (named.length === 0 && !isLong) return undefined
  const mailbox = /^mailto:([^?]*)/i.exec(url)?.[1]?.toLowerCase()
  if (mailbox !== undefined) {
    const host = mailbox.slice(mailbox.lastIndexOf('@') + 1)
    const isOurs = (name: string) => name === mailbox || (!name.includes('@') && hostOf(name) === host)
    return !isLong && named.every(isOurs) ? undefined : mailbox
  }
  const target = nameOf(url)
  if (target === undefined) return undefined
  const isOurs = (name: string): boolean => {
    const host = hostOf(name.slice(name.lastIndexOf('@') + 1))
    return host !== undefined && `.${target}`.endsWith(`.${host}`)
  }
  return !isLong && named.every(isOurs) ? undefined : target
}
