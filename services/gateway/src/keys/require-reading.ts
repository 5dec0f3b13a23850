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

/** The same for what was answered under such policies and is stored: the names of the policies at each place. */
export function requireToReadTried(caller: Caller, tried: { policies?: string[] | undefined }[]): void {
  if (tried.every(({ policies }) => policies === undefined)) return
  requireReading(caller, 'knowledge', 'the policies that were tried replace those that mask your sources')
}
