import type { Connection } from '@frontdesk/nats'
import type { Msg } from '@nats-io/transport-node'
import type { Delivery } from '../port.ts'
import type { Acknowledge } from './acknowledge.ts'
import { type EventEnvelope, readEvent } from './envelope.ts'

/** What the server says of a delivery in the subject that its acknowledgement goes to. */
export type Receipt = { attempt: number; position: number; storedAt: string }

/**
 * Reads `$JS.ACK.<stream>.<consumer>.<delivered>.<stream seq>.<consumer seq>.<nanoseconds>.<pending>`; newer servers put
 * a domain and an account before the stream (https://github.com/nats-io/nats-architecture-and-design, ADR-15).
 */
export function receiptOf(message: Msg): Receipt {
  const tokens = message.reply!.split('.')
  const [attempt, position, , storedAt] = tokens.slice(tokens.length > 9 ? 6 : 4)
  return { attempt: Number(attempt), position: Number(position), storedAt: storedAt! }
}

/** A delivery that this process has until its verdict, or until its lease expires. */
export type LeasedMessage = {
  message: Msg
  receipt: Receipt
  /** Undefined for what is not an event of ours. */
  envelope: EventEnvelope | undefined
  readonly isLive: boolean
  /** Resolves when the lease is over. */
  ended: Promise<void>
  working(): void
  /** Tells the server as soon as it is connected, unless the lease has expired by then; ends the lease in any case. */
  settle(how: 'done' | 'dead' | { retryAfterMs: number }): Promise<void>
}

/** Takes a delivery. `onEnd` is called once: after the verdict, or when the lease expires. */
export function leaseMessage(
  { connection, acknowledge }: { connection: Connection; acknowledge: Acknowledge },
  message: Msg,
  leaseMs: number,
  onEnd: () => void,
): LeasedMessage {
  const ended = Promise.withResolvers<void>()
  let isLive = true
  let expiresAt = performance.now() + leaseMs
  let timer = setTimeout(look, leaseMs)

  /** `working` only moves `expiresAt`; the timer catches up here. */
  function look() {
    const leftMs = expiresAt - performance.now()
    if (leftMs <= 0) end()
    else timer = setTimeout(look, leftMs)
  }

  function end() {
    if (!isLive) return
    isLive = false
    clearTimeout(timer)
    ended.resolve()
    onEnd()
  }

  function tell(how: Parameters<LeasedMessage['settle']>[0]) {
    if (typeof how === 'object') message.respond(again(how.retryAfterMs))
    else
      acknowledge({
        message,
        words: how === 'done' ? '+ACK' : '+TERM',
        isStillMine: () => performance.now() < expiresAt,
      })
  }

  return {
    message,
    receipt: receiptOf(message),
    envelope: readEvent(message.headers),
    get isLive() {
      return isLive
    },
    ended: ended.promise,
    working() {
      if (!isLive || !connection.isConnected) return
      message.respond('+WPI')
      expiresAt = performance.now() + leaseMs
    },
    async settle(how) {
      await connection.connected()
      connection.soon(() => {
        if (isLive && connection.isConnected) tell(how)
        end()
      })
      await ended.promise
    },
  }
}

/** Returns a message to the server, to be delivered again after a while. */
export const again = (afterMs: number): string =>
  afterMs > 0 ? `-NAK ${JSON.stringify({ delay: Math.ceil(afterMs * 1e6) })}` : '-NAK'

/** What a member reads. A copy of the headers: handlers may change them. */
export function deliveryOf({ message, receipt, envelope, working }: LeasedMessage): Delivery {
  return { ...envelope!, bytes: message.data, attempt: receipt.attempt, working }
}
