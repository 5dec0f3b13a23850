import { z } from 'zod'

export const defaultReturnPath = '/console/'

/** A base that no path can leave without naming another host. */
const base = 'http://frontdesk.invalid'

/**
 * An escape (`%61` for `a`) that a path needs only to look like another one: routers and proxies read it as the character.
 * Left are those of a space and of what is not ASCII.
 */
const disguise = /%(?!20|[89a-f][0-9a-f])/i

/**
 * Whether a path stays on this server, whoever reads it: browsers take `//` and `/\` as the beginning of another host, and
 * leave tabs and line breaks out. None of the API: that would start something in the name of who has just signed in.
 */
function isOwnPath(text: string): boolean {
  if (!/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(text) || !URL.canParse(text, base)) return false
  if (disguise.test(text.split(/[?#]/, 1)[0]!)) return false
  const { origin, pathname } = new URL(text, base)
  return origin === base && !pathname.startsWith('//') && !/^\/(?:api|admin)(?:\/|$)/i.test(pathname)
}

/** Where a browser goes after it has signed in. */
export const returnPath = z
  .string()
  .max(500)
  .refine(isOwnPath, 'Must be a path of this server, outside of /api and /admin: /console/inbox')
