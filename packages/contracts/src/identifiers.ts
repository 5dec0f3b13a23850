import { createHash } from 'node:crypto'
import { randomHex } from './random-hex.ts'
import { identifier } from './text-marks.ts'

/** Prefixes tell people what an id is of. The rest is 32 hex digits. */
export type IdKind =
  | 'src'
  | 'cnt'
  | 'cnv'
  | 'msg'
  | 'pol'
  | 'key'
  | 'whe'
  | 'lsn'
  | 'dlv'
  | 'evt'
  | 'job'
  | 'oid'
  | 'oln'
  | 'ejob'
  | 'wjob'
  | 'rjob'
  | 'reh'
  | 'cfm'
  | 'adr'
  | 'cjob'
  | 'con'
  | 'dup'
  | 'ctd'
  | 'tun'
  | 'ten'
  | 'agt'
  | 'crl'
  | 'op'
  | 'cpr'
  | 'sui'
  | 'run'
  | 'act'
  | 'rul'
  | 'blk'
  | 'gap'
  | 'chn'
  | 'inb'
  | 'snd'
  | 'att'
  | 'eml'
  | 'cnn'
  | 'syn'
  | 'viw'
  | 'rpl'
  | 'ses'
  | 'lnk'
  | 'tea'
  | 'ntf'
  | 'sla'
  | 'wgt'
  | 'vis'
  | 'vss'

/** A new random id. */
export const newId = (kind: IdKind): string => `${kind}_${randomHex(16)}`

/** The same id each time for the same parts: what makes a retry after a crash redo the same writes. */
export function derivedId(kind: IdKind, ...parts: (string | number)[]): string {
  const digest = createHash('sha256')
    .update(parts.map((part) => `${String(part).length}:${part}`).join('|'))
    .digest('hex')
  return `${kind}_${digest.slice(0, 32)}`
}

/** Any id in a path or body. Unknown ones are 404, so the shape is not checked beyond a bound. */
export const id = identifier.min(1).max(128)

/**
 * Names one request of a client. What a request creates derives its ids from it, so the same operation asked twice
 * (an `Idempotency-Key`, a retry after a crash) makes the same thing once.
 */
export const operationId = identifier.min(1).max(128)

/**
 * The question that an answer belongs to, by the ids that chat gives its messages: a question's ends in `q`, its answer's is
 * the same with `a`.
 */
export const questionIdFor = (answerId: string): string => `${answerId.slice(0, -1)}q`

/** The conversation that an operation begins when it names none. */
export const newConversationId = (tenant: string, operationId: string): string => derivedId('cnv', tenant, operationId)
