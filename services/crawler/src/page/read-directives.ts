/** What a page asks of those who read it. */
export type Directives = { noindex: boolean; nofollow: boolean }

/** The lower-case product token that robots.txt and robots directives may name. */
export const productToken = 'frontdesk'

/** Reads `noindex, nofollow` as it stands in a meta element. Unknown words say nothing. */
export function readDirectives(content: string): Directives {
  const words = new Set(content.toLowerCase().split(/[\s,;]+/))
  return { noindex: words.has('noindex') || words.has('none'), nofollow: words.has('nofollow') || words.has('none') }
}

/** Words that take a value after a colon, and so are no crawler's name. */
const withValue = /^(?:max-snippet|max-image-preview|max-video-preview|unavailable_after)$/i

/** Reads `X-Robots-Tag`: directives for everybody, and those after `name:` for the crawler of that name only. */
export function readRobotsTag(header: string | undefined): Directives {
  let isForUs = true
  const said: string[] = []
  for (const part of (header ?? '').split(',')) {
    const colon = part.indexOf(':')
    const name = colon < 0 ? '' : part.slice(0, colon).trim()
    if (name !== '' && !withValue.test(name)) {
      isForUs = name.toLowerCase() === productToken
      if (isForUs) said.push(part.slice(colon + 1))
    } else if (isForUs) said.push(part)
  }
  return readDirectives(said.join(','))
}

export const bothOf = (a: Directives, b: Directives): Directives => ({
  noindex: a.noindex || b.noindex,
  nofollow: a.nofollow || b.nofollow,
})
