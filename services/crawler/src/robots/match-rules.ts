import { comparablePath } from './comparable-path.ts'
import type { Rule } from './parse-robots.ts'

/**
 * Whether a pattern matches a path from its start. The positions that the pattern may have come to are carried through
 * it, so hostile patterns (`/a*a*a*a*b`) take time proportional to pattern and path, not exponential.
 */
function matches(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$')
  const parts = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  const first = parts[0]!
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [i, part] of parts.entries()) {
    if (i === 0) continue
    const isLast = i === parts.length - 1
    // The leftmost place is the best one for all but the part that must end the path.
    const found = isLast && isAnchored ? path.length - part.length : path.indexOf(part, at)
    if (found < at || !path.startsWith(part, found)) return false
    at = found + part.length
  }
  return !isAnchored || at === path.length
}

/**
 * Whether the rules let an address be fetched (RFC 9309, 2.2.2): the longest pattern that matches decides, `allow` when
 * two are as long, and without any the address may be fetched. `/robots.txt` itself always may.
 */
export function isAllowed(rules: Rule[], url: string): boolean {
  const path = comparablePath(url)
  if (path === '/robots.txt') return true
  let longest = -1
  let allow = true
  for (const rule of rules) {
    const { length } = rule.pattern
    if (length < longest || (length === longest && (allow || !rule.allow)) || !matches(rule.pattern, path)) continue
    longest = length
    allow = rule.allow
  }
  return allow
}
