import { hash } from 'node:crypto'
import { derivedId, isStillOn, ServiceError } from '@frontdesk/contracts'
import { removeOld, type Stored } from '@frontdesk/documents'
import type { GatewayContext } from '../context.ts'
import type { Caller } from '../keys/caller.ts'
import type { ReplyRecord } from './reply-document.ts'
import { openReply, sealReply } from './seal-reply.ts'

/** How long a reply is kept, and a key means the same operation. */
export const keptMs = 24 * 60 * 60 * 1_000
/** A request that died with its gateway frees its key after this; one that lives renews it three times in that. */
export const leaseMs = 9_000

/** `contentType` where it is neither JSON nor a problem. */
export type Reply = { status: number; body: string | null; contentType?: string }

/** A request's hold on its Idempotency-Key. */
export type Held = {
  operationId: string
  /** Keeps the reply for whoever sends the same again. */
  finish(reply: Reply, options?: { seal?: boolean; onlyIds?: boolean }): Promise<void>
  /** Lets the same request run again, as the same operation. Once is enough. */
  release(): Promise<void>
}

export type Reservation = { held: Held } | { replay: Reply }

type Request = { caller: Caller; method: string; path: string; key: string; fingerprint: string }

/** SHA-256 of what a request says, after parsing, so that spaces and the order of fields make no difference. */
export const fingerprintOf = (said: unknown): string => hash('sha256', JSON.stringify(said) ?? '', 'hex')

const isKey = (key: string): boolean => key.length >= 1 && key.length <= 255 && /^[\x21-\x7e]+$/.test(key)

/**
 * Takes an Idempotency-Key before any work is done. Answers the stored reply when the same request was answered
 * before. Throws `idempotency_key_reused` when the key came with another body, `request_in_flight` while the first is
 * in hand, `invalid_request` for a key that is none, `not_found` where the reply was erased.
 */
export async function reserve(context: GatewayContext, request: Request): Promise<Reservation> {
  const { caller, method, path, key, fingerprint } = request
  if (!isKey(key)) {
    const errors = [{ path: 'Idempotency-Key', message: 'Must be 1 to 255 visible ASCII characters.' }]
    throw new ServiceError('invalid_request', { detail: errors[0]!.message, errors })
  }
  const { replies } = context.collections
  const id = derivedId('op', caller.keyId, method, path, key)
  const now = context.clock.now()
  const fresh: ReplyRecord = { state: 'running', fingerprint, createdAt: now, leaseUntil: now + leaseMs, reply: null }

  const { inserted, stored } = await replies.insert(caller.tenant, id, fresh)
  if (inserted) return { held: hold(context, stored, caller) }

  const { body } = stored
  const isOver = now - body.createdAt >= keptMs
  if (!isOver) {
    if (body.fingerprint !== fingerprint) throw new ServiceError('idempotency_key_reused')
    if (body.state === 'done') return { replay: opened(body, caller, id) }
    if (body.state === 'running' && isStillOn(body.leaseUntil, leaseMs, now))
      throw new ServiceError('request_in_flight')
  }
  const next: ReplyRecord = isOver ? fresh : { ...body, state: 'running', leaseUntil: now + leaseMs }
  try {
    return { held: hold(context, await replies.replace(stored, next), caller) }
  } catch (error) {
    const lost = error instanceof ServiceError && (error.code === 'version_conflict' || error.code === 'not_found')
    throw lost ? new ServiceError('request_in_flight', { cause: error }) : error
  }
}

function opened({ reply }: ReplyRecord, caller: Caller, recordId: string): Reply {
  if (!reply) throw new ServiceError('internal', { cause: `reply record ${recordId} is done and has no reply` })
  const { status, body, sealed, contentType, erased } = reply
  // Before records had `erased`, an erased reply was replaced by a 404 with an empty request id.
  if (erased || (status === 404 && body?.endsWith('"requestId":""}')))
    throw new ServiceError('not_found', { detail: 'The stored reply of this request was erased.' })
  const shown = sealed && body !== null ? openReply(body, caller.presented, recordId) : body
  return { status, body: shown, ...(contentType && { contentType }) }
}

function hold(context: GatewayContext, reserved: Stored<ReplyRecord>, caller: Caller): Held {
  const { replies } = context.collections
  let mine = reserved
  let writing: Promise<void> = Promise.resolve()
  let released: Promise<void> | undefined

  /** One write after the other. When the lease ran out and another took over, the record is theirs and stays so. */
  const write = (change: Partial<ReplyRecord>): Promise<void> => {
    writing = writing.then(async () => {
      try {
        mine = await replies.replace(mine, { ...mine.body, ...change })
      } catch (error) {
        // The work is done whether or not its reply could be kept; a retry redoes the same writes.
        context.log.warn({ err: error, operation: reserved.id }, 'a reply could not be stored for retries')
      }
    })
    return writing
  }
  const renewal = setInterval(() => void write({ leaseUntil: context.clock.now() + leaseMs }), leaseMs / 3)
  renewal.unref()

  return {
    operationId: derivedId('op', reserved.tenant, reserved.id, reserved.body.createdAt),
    finish({ status, body, contentType }, { seal = false, onlyIds = false } = {}) {
      clearInterval(renewal)
      const kept = seal && body !== null ? sealReply(body, caller.presented, reserved.id) : body
      return write({
        state: 'done',
        reply: {
          status,
          body: kept,
          sealed: seal && body !== null,
          ...(contentType && { contentType }),
          ...(onlyIds && { onlyIds }),
        },
      })
    },
    release() {
      clearInterval(renewal)
      released ??= write({ state: 'open' })
      return released
    },
  }
}

/** Forgets replies that are older than `keptMs`. */
export async function sweepReplies({ collections, clock, signal }: GatewayContext): Promise<void> {
  await removeOld(collections.replies, { field: 'createdAt', before: clock.now() - keptMs }, signal)
}
