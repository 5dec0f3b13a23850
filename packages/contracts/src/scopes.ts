import { z } from 'zod'
import { ServiceError } from './errors.ts'
import { type OutboundEventType, outboundEventType, scopeOfOutboundEvent } from './outbound-event-types.ts'

/** What a key may do. `admin` is all of the others. */
export const scope = z.enum([
  'chat',
  'knowledge',
  'policies',
  'conversations',
  'contacts',
  'analytics',
  'settings',
  'admin',
])
export type Scope = z.output<typeof scope>

/** What a key or a session holds: scopes, and of some only the form `:read`, which admits to routes that only read. */
export const grantedScope = z.enum([...scope.options, ...scope.options.map((each) => `${each}:read` as const)])
export type GrantedScope = z.output<typeof grantedScope>

/** What each role of an agent may do once that person has signed in. */
export const roleScopes = {
  agent: ['chat', 'conversations', 'contacts', 'knowledge:read', 'policies:read', 'settings:read'],
  manager: ['chat', 'conversations', 'contacts', 'knowledge', 'policies', 'analytics', 'settings:read'],
  admin: ['admin'],
} as const satisfies Record<string, readonly GrantedScope[]>
export type Role = keyof typeof roleScopes
export const role = z.enum(Object.keys(roleScopes) as [Role, ...Role[]])

/** Whether whoever holds these scopes may do what `scope` allows, or with `'read'` only read it. */
export function grants(held: readonly GrantedScope[], scope: Scope, only?: 'read'): boolean {
  if (held.includes(scope) || held.includes('admin')) return true
  return only === 'read' && (held.includes(`${scope}:read`) || held.includes('admin:read'))
}

/** Whether what is held includes all that `wanted` names, so that its holder may pass it on. */
export const grantsAll = (held: readonly GrantedScope[], wanted: readonly GrantedScope[]): boolean =>
  wanted.every((each) => {
    const [name, only] = each.split(':') as [Scope, 'read' | undefined]
    return grants(held, name, only)
  })

/** The scope that reads by a route what each outbound event tells: whoever has an event sent needs it. */
export const outboundEventScopes: Record<OutboundEventType, Scope> = scopeOfOutboundEvent

/** The scopes of these events, each once; of all events when none is named. */
export const scopesOfEvents = (types: readonly OutboundEventType[] = outboundEventType.options): Scope[] => [
  ...new Set(types.map((type) => outboundEventScopes[type])),
]

/** The scopes of the key that asks; absent when no key does, or an older process asks on behalf of one. */
export const heldScopes = z.array(scope).optional().describe('Scopes of the calling key; absent: all scopes')

/** Whether all of these scopes are held. */
export const holdsAll = (held: readonly Scope[] | undefined, needed: readonly Scope[]): boolean =>
  held === undefined || held.includes('admin') || needed.every((each) => held.includes(each))

/** Throws `forbidden` that names what is missing: nobody has sent elsewhere what their own key can't read. */
export function requireScopes(held: readonly Scope[] | undefined, needed: readonly Scope[]): void {
  if (holdsAll(held, needed)) return
  const missing = [...new Set(needed)].filter((each) => !held!.includes(each))
  const named = `${missing.length > 1 ? 'scopes' : 'scope'} ${missing.join(', ')}`
  throw new ServiceError('forbidden', { detail: `This needs the ${named}, because of the data that it sends.` })
}
