const unreserved = /^[A-Za-z0-9._~-]$/
/** Reserved characters that a query may hold raw or encoded, with the same meaning (RFC 9309, 2.2.2). */
const sameInQuery = new Map([
  [':', '%3A'],
  ['/', '%2F'],
  ['?', '%3F'],
  ['@', '%40'],
])

const encodeOctets = (character: string): string =>
  Array.from(Buffer.from(character, 'utf8'), (octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`).join(
    '',
  )

/** Characters as they are compared: `%62` is `b`, `%c3` is `%C3`, `é` is `%C3%A9`. `kept` stand for more than themselves. */
function comparable(text: string, kept: string): string {
  let isQuery = false
  return text.replace(/%[0-9a-fA-F]{2}|[\s\S]/gu, (part) => {
    if (part.length === 3 && part.startsWith('%')) {
      const character = String.fromCharCode(Number.parseInt(part.slice(1), 16))
      return unreserved.test(character) ? character : part.toUpperCase()
    }
    if (part === '?' && !isQuery) {
      isQuery = true
      return part
    }
    if (kept.includes(part)) return part
    if (part === '*' || part === '$' || part === '%' || part > '~' || part <= ' ') return encodeOctets(part)
    return (isQuery && sameInQuery.get(part)) || part
  })
}

/** A rule's path. `*` and `$` keep their meaning; `$` stands for the end only where it is the last character. */
export function comparableRule(path: string): string {
  const rooted = path.startsWith('/') || path.startsWith('*') ? path : `/${path}`
  const isAnchored = rooted.endsWith('$')
  const body = comparable(isAnchored ? rooted.slice(0, -1) : rooted, '*')
  return isAnchored ? `${body}$` : body
}

/** Path and query of an address, the fragment left out. */
export function comparablePath(url: string): string {
  const { pathname, search } = new URL(url)
  return comparable(pathname + search, '')
}
