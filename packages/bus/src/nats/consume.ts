import { ServiceError } from '@frontdesk/contracts'
import type { Connection } from '@frontdesk/nats'
import type { Msg } from '@nats-io/transport-node'
import type { Bus, ConsumeOptions, Delivery, Reason, Stop, Verdict } from '../port.ts'
import { acknowledger } from './acknowledge.ts'
import { ownerOf } from './declarations.ts'
import type { Declarer } from './declare.ts'
import { again, deliveryOf, type LeasedMessage, leaseMessage, receiptOf } from './delivery.ts'
import { type Pull, pullFrom } from './pull.ts'

/** A member that does not know a subject leaves it to one that does, while a newer release takes over. */
const notMineMs = 1_000
/** The port's promise: a throw counts as a retry after 1 s. */
const afterThrowMs = 1_000

/** Puts a delivery among the dead letters. */
export type StoreDeadLetter = (leased: LeasedMessage, group: string, stream: string, reason: Reason) => Promise<void>

export function consumption(
  connection: Connection,
  declare: Declarer,
  storeDeadLetter: StoreDeadLetter,
): Bus['consume'] {
  const means = { connection, acknowledge: acknowledger(connection) }

  return async (options, deliver) => {
    if (new Set(options.subjects.map(ownerOf)).size !== 1) {
      throw new ServiceError('internal', { cause: new Error(`group ${options.group} needs subjects of one owner`) })
    }
    const { stream, consumers } = await declare.group(options)
    return join(options, deliver, stream, consumers)
  }

  /** One member of a group: pulls from each of its consumers. */
  function join(
    options: ConsumeOptions,
    deliver: (delivery: Delivery) => Promise<Verdict>,
    stream: string,
    consumers: string[],
  ): Stop {
    const { group, subjects, order, maxInFlight, leaseMs } = options
    const known = new Set(subjects)
    // With order there is one in hand a partition, but not more than `maxInFlight` over all of them.
    let working = 0
    const queue: (() => void)[] = []
    const roomEach = order === 'key' ? 1 : maxInFlight
    let inHand = 0
    let isStopping = false
    let idle: PromiseWithResolvers<void> | undefined
    const pulls = consumers.map(openPull)

    function openPull(consumer: string): Pull {
      let held = 0
      const pull = pullFrom(connection, {
        stream,
        consumer,
        room: () => roomEach - held,
        refuse: (message) => message.respond(again(0)),
        repair: () => declare.repair(options, consumer),
        take(message) {
          held++
          inHand++
          const leased = leaseMessage(means, message, leaseMs, () => {
            held--
            inHand--
            pull.more()
            if (inHand === 0) idle?.resolve()
          })
          void begin(leased)
        },
      })
      return pull
    }

    async function begin(leased: LeasedMessage) {
      if (working === maxInFlight) await turnOf(leased)
      else working++
      if (isStopping && leased.isLive) await leased.settle({ retryAfterMs: 0 })
      else await handle(leased)
      const next = queue.shift()
      if (next) next()
      else working--
    }

    /** Waits until this member may handle another delivery; meanwhile no other member gets this one. */
    async function turnOf(leased: LeasedMessage) {
      const renewal = setInterval(leased.working, leaseMs / 3)
      const { promise, resolve } = Promise.withResolvers<void>()
      queue.push(resolve)
      await promise
      clearInterval(renewal)
    }

    async function handle(leased: LeasedMessage) {
      if (!leased.isLive) return
      if (leased.envelope && !known.has(leased.envelope.subject)) return leased.settle({ retryAfterMs: notMineMs })
      const verdict = leased.envelope ? await Promise.race([verdictOn(leased), leased.ended]) : foreign(leased.message)
      // Its lease was missed: somebody else has it, and what this member says counts no more.
      if (!verdict || !leased.isLive) return
      if (verdict.kind === 'retry') return leased.settle({ retryAfterMs: verdict.afterMs })
      if (verdict.kind === 'done') return leased.settle('done')
      try {
        await storeDeadLetter(leased, group, stream, verdict.reason)
        await leased.settle('dead')
      } catch {
        // Not among the dead letters, so it must not go away: it is handled again when the server is back.
        await leased.settle({ retryAfterMs: afterThrowMs })
      }
    }

    async function verdictOn(leased: LeasedMessage): Promise<Verdict> {
      try {
        return await deliver(deliveryOf(leased))
      } catch {
        // Logging is the caller's.
        return { kind: 'retry', afterMs: afterThrowMs }
      }
    }

    return async () => {
      isStopping = true
      await Promise.all(pulls.map((pull) => pull.stop()))
      if (inHand > 0) await (idle ??= Promise.withResolvers<void>()).promise
      // The server has read the acknowledgements once it answers.
      if (connection.isConnected) await connection.nc.flush().catch(connection.blame)
    }
  }
}

/** Somebody else published on a subject of ours. Nobody can handle it; people decide. */
const foreign = (message: Msg): Verdict => ({
  kind: 'dead',
  reason: {
    code: 'malformed_request',
    message: `Message ${receiptOf(message).position} on ${message.subject} is not an event.`,
  },
})
