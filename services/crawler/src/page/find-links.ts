import { Parser } from 'htmlparser2'
import { bothOf, type Directives, productToken, readDirectives } from './read-directives.ts'

/** Links of one page that are looked at; real pages have hundreds. */
const maxLinks = 5_000

/** What a page says about where to go on. Addresses are absolute, otherwise as they are written. */
export type Links = Directives & {
  links: string[]
  /** The address that the page says is its own. */
  canonical?: string
}

const charset = /charset\s{0,5}=\s{0,5}["']?([\w-]{1,40})/i

/** Decodes as the reply or the page says; a name that nobody knows is taken for UTF-8. */
function decode(bytes: Uint8Array, contentType: string): string {
  const declared =
    charset.exec(contentType)?.[1] ?? charset.exec(Buffer.from(bytes.subarray(0, 1_024)).toString('latin1'))?.[1]
  try {
    return new TextDecoder(declared ?? 'utf-8').decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

const refreshTo = /^\s*[\d.]*\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']*)/i
const words = (value: string | undefined): string[] => (value ?? '').toLowerCase().split(/\s+/)

/**
 * Finds what an HTML page links to (`a`, `area`, `meta refresh`), its canonical address and what it asks of robots,
 * against its `base`. Links marked `nofollow` are left out. One pass over the page, no tree, nothing run.
 */
export function findLinks(bytes: Uint8Array, url: string, contentType: string): Links {
  const hrefs: string[] = []
  let base: string | undefined
  let canonical: string | undefined
  let directives: Directives = { noindex: false, nofollow: false }
  const readMeta = ({ name, content = '', 'http-equiv': equivalent }: Record<string, string>) => {
    const named = name?.trim().toLowerCase()
    if (named === 'robots' || named === productToken) directives = bothOf(directives, readDirectives(content))
    const target = equivalent?.toLowerCase() === 'refresh' ? refreshTo.exec(content)?.[1]?.trim() : undefined
    if (target) hrefs.push(target)
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'a' || name === 'area') {
        const { href, rel } = attributes
        if (href && hrefs.length < maxLinks && !(rel && words(rel).includes('nofollow'))) hrefs.push(href)
      } else if (name === 'meta') readMeta(attributes)
      else if (name === 'base') base ??= attributes.href
      else if (name === 'link' && attributes.href && words(attributes.rel).includes('canonical'))
        canonical ??= attributes.href
    },
  })
  parser.end(decode(bytes, contentType))
  const from = (base !== undefined && URL.parse(base, url)?.href) || url
  const own = canonical === undefined ? undefined : URL.parse(canonical, from)?.href
  const links = hrefs.flatMap((href) => URL.parse(href.trim(), from)?.href ?? [])
  return { ...directives, links, ...(own !== undefined && { canonical: own }) }
}
