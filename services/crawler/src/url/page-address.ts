/** Parameters that say where a reader came from, never what the page is. */
const tracking =
  /^(?:utm_\w+|mtm_\w+|pk_\w+|piwik_\w+|matomo_\w+|hsa_\w+|fb_(?:action|source|ref)\w*|gclid|gclsrc|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|ttclid|igshid|li_fat_id|mc_[ce]id|_ga|_gl|_hs(?:enc|mi)|__hs\w+|hsctatracking|mkt_tok|vero_(?:id|conv)|oly_(?:anon|enc)_id|wickedid|rb_clickid|s_cid|ref_src|ref_url)$/i
/** Parameters that carry a session. Of those that can be an id as well, only what looks like a session's is taken. */
const session =
  /^(?:php|asp|jsp|j)?sess(?:ion)?_?(?:id)?(?:\[\])?$|^aspsessionid\w*$|^cf(?:id|token)$|^(?:zen|osc)sid$/i
const maybeSession = /^(?:sid|s|token|tok)$/i
const looksLikeSession = /^(?=.*\d)(?=.*[a-z])[\w-]{6,}$|^[\w-]{16,}$/i
const sessionInPath = /;(?:jsessionid|phpsessid|sid)=[^/?]*/gi

const isNoise = (name: string, value: string): boolean =>
  tracking.test(name) || session.test(name) || (maybeSession.test(name) && looksLikeSession.test(value))

const decodeName = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    // Not percent-encoding after all, so it is what it is.
    return text
  }
}

function withoutNoise(search: string): string {
  if (search.length < 2) return ''
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => {
      const equals = pair.indexOf('=')
      const [name, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]
      return pair !== '' && !isNoise(decodeName(name), decodeName(value))
    })
  return kept.length > 0 ? `?${kept.join('&')}` : ''
}

/**
 * The address that is asked for a link: without fragment, tracking parameters and sessions. Undefined for anything but
 * http and https, and for what is no address at all.
 */
export function pageAddress(link: string, base: string): string | undefined {
  const url = URL.parse(link.trim(), base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  url.hash = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  if (url.pathname.includes(';')) url.pathname = url.pathname.replace(sessionInPath, '')
  url.search = withoutNoise(url.search)
  return url.href
}

const unreserved = /^[A-Za-z0-9._~-]$/
const startPage = /\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/i

/** Percent-encoding as RFC 3986 (6.2.2) compares it: what needs none is decoded, the digits are capital. */
const sameEncoding = (text: string): string =>
  text.replace(/%[0-9a-f]{2}/gi, (octet) => {
    const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16))
    return unreserved.test(character) ? character : octet.toUpperCase()
  })

/**
 * What two addresses of the same page have in common: the scheme, `www.`, a slash at the end, `index.html` and the order
 * of parameters make no other page. The case of a path does.
 */
export function pageKey(address: string): string {
  const url = new URL(address)
  const host = url.host.replace(/^www\./, '')
  const path = sameEncoding(url.pathname)
    .replace(startPage, '/')
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
  const query = url.search.slice(1).split('&').map(sameEncoding).sort().join('&')
  return `${host}${path}${query && `?${query}`}`
}

/** Names of files that hold nothing to read. */
const notRead =
  /\.(?:jpe?g|png|gif|svg|webp|avif|ico|bmp|tiff?|css|m?js|map|json|xml|rss|atom|woff2?|ttf|otf|eot|mp[34]|m4[av]|mov|avi|mkv|web[ma]|ogg|wav|flac|zip|gz|tgz|bz2|7z|rar|tar|exe|msi|dmg|pkg|deb|rpm|apk|iso|bin|xlsx?|pptx?|ics|vcf|epub)$/i

/** False for addresses that end like a picture, a style or a program: asking for them would be for nothing. */
export const isWorthAVisit = (address: string): boolean => !notRead.test(new URL(address).pathname)
