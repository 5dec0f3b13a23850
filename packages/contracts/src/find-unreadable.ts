import type { Fault } from './errors.ts'
import { limits } from './limits.ts'

/** A character that no text has: NUL, which databases and C programs end texts at, or half of a surrogate pair. */
const isUnreadable = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

const unreadable = 'Must be text without NUL characters and unpaired surrogates.'
/** Records lose such a field without a word. JSON bodies with one are malformed; other JSON comes to `findUnreadable`. */
const prototypeKey = '__proto__'

/** What is wrong with a field of that name. */
export const prototypeFault = `No field can be named ${prototypeKey}.`

/** Whether no field of what comes in can have that name. */
export const isPrototypeKey = (name: unknown): boolean => name === prototypeKey

/**
 * Every string in a parsed value that is no text, in names of fields too, and every field `__proto__`, as faults; at most
 * `limits.faults` of them. This is checked where values come in, for all their fields at once: stores, indexes and customers' programs refuse such strings
 * later or change them.
 */
export function findUnreadable(value: unknown): Fault[] {
  const faults: Fault[] = []
  // Not by recursion: whoever sends a value decides how deep it is.
  const left: { path: string; value: unknown }[] = [{ path: '', value }]
  for (let next = left.pop(); next && faults.length < limits.faults; next = left.pop()) {
    const { path, value } = next
    if (typeof value === 'string' && isUnreadable(value)) faults.push({ path, message: unreadable })
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value).reverse()) {
      if (isPrototypeKey(name)) faults.push({ path, message: prototypeFault })
      else if (isUnreadable(name)) faults.push({ path, message: `A field name: ${unreadable}` })
      else if (typeof inner === 'string' ? isUnreadable(inner) : typeof inner === 'object' && inner !== null)
        left.push({ path: path === '' ? name : `${path}.${name}`, value: inner })
    }
  }
  return faults.slice(0, limits.faults)
}
