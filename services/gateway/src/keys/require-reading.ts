import { type Scope, ServiceError } from '@frontdesk/contracts'
import { mayUse } from './authenticate.ts'
import type { Caller } from './caller.ts'

/** Throws `forbidden` for a caller who may not read what needs the scope. `because`: the rest of the sentence. */
export function requireReading(caller: Caller, scope: Scope, because: string): void {
  if (mayUse(caller, scope, 'read')) return
  throw new ServiceError('forbidden', { detail: `This also needs the scope ${scope}:read, because ${because}.` })
}

/**
 * Other policies than the tenant's decide what leaves of its sources when they are tried: who tries them must be allowed to
 * read the sources. `tried`: each place of the request that may name policies. Throws `forbidden`.
 */
export function requireToTry(caller: Caller, tried: { policies?: unknown }[]): void {
  if (tried.every(({ policies }) => policies === undefined)) return
  requireReading(caller, 'knowledge', 'the policies that it tries replace those that mask your sources')
}
