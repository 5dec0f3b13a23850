import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '@frontdesk/nats'
import { createInbox, type Msg, nanos, type Subscription } from '@nats-io/transport-node'
import type { Stop } from '../port.ts'

/** A pull request waits this long at the server; meanwhile the server says every five seconds that it still knows it. */
const expiresMs = 30_000
const idleHeartbeatMs = 5_000
/** Two heartbeats missed: the request is lost. */
const silenceMs = 2.5 * idleHeartbeatMs
const maxPauseMs = 2_000

type Source = {
  stream: string
  consumer: string
  /** How many more messages could be taken at the moment. */
  room: () => number
  take: (message: Msg) => void
  /** Called for a message that nobody here has room for, or that came after the stop. */
  refuse: (message: Msg) => void
  /** Makes the consumer again should the server have lost it. */
  repair: () => Promise<void>
}

export type Pull = {
  /** There is room again. */
  more(): void
  stop: Stop
}

/**
 * Pulls from one durable consumer for as long as it is not stopped, through reconnects, restarts of the server and the
 * loss of the consumer. Our own and not the client's `consume()`, because that asks for more than there is room for, and
 * drops what is on its way when it is closed, so that an ordered group would stand still for a whole lease.
 */
export function pullFrom(connection: Connection, source: Source): Pull {
  const { nc } = connection
  const next = `$JS.API.CONSUMER.MSG.NEXT.${source.stream}.${source.consumer}`
  let subscription: Subscription
  /** Asked of the server and not arrived. */
  let asked = 0
  let heardAt = performance.now()
  let repairing = false
  let willFill = false
  let stopped = false

  /** A new inbox makes the server forget what was asked through the old one. */
  function renew() {
    asked = 0
    heardAt = performance.now()
    const inbox = createInbox()
    subscription = nc.subscribe(inbox, {
      callback(error, message) {
        if (error) return connection.blame(error)
        receive(message, inbox)
      },
    })
    fill()
  }

  function receive(message: Msg, inbox: string) {
    const isCurrent = subscription.getSubject() === inbox
    if (isCurrent) heardAt = performance.now()
    if (message.subject !== inbox) {
      if (isCurrent) asked = Math.max(0, asked - 1)
      if (stopped || source.room() <= 0) source.refuse(message)
      else source.take(message)
      more()
      return
    }
    const code = message.headers?.code ?? 0
    if (!isCurrent || code === 100) return
    if (code === 404 || code === 408) {
      // The request is over; what it asked for and did not get is asked for again.
      const unused = Number(message.headers?.get('Nats-Pending-Messages'))
      asked = unused > 0 ? Math.max(0, asked - unused) : 0
      fill()
    } else if (connection.isConnected) void mend()
  }

  /** After the acknowledgements of this turn, with which it goes out. */
  function more() {
    if (willFill) return
    willFill = true
    connection.soon(() => {
      willFill = false
      fill()
    })
  }

  function fill() {
    if (stopped || repairing || !connection.isConnected) return
    const room = source.room() - asked
    // In portions, so that a busy consumer is not asked for each message by itself.
    if (room <= 0 || (asked > 0 && room < asked)) return
    asked += room
    const request = { batch: room, expires: nanos(expiresMs), idle_heartbeat: nanos(idleHeartbeatMs) }
    nc.publish(next, JSON.stringify(request), { reply: subscription.getSubject() })
  }

  /** The consumer is gone, or its server can't work yet: tried until it is back. */
  async function mend() {
    if (repairing) return
    repairing = true
    void leave(connection, subscription)
    for (let pauseMs = 50; !stopped; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
      try {
        await connection.connected()
        if (stopped) break
        await source.repair()
        break
      } catch {
        // Nothing else to do about it than to try again; check() tells the operator that the server can't work.
        await sleep(pauseMs)
      }
    }
    repairing = false
    if (!stopped) renew()
  }

  const watch = setInterval(() => {
    if (connection.isConnected && asked > 0 && performance.now() - heardAt > silenceMs) void mend()
  }, idleHeartbeatMs)
  const forget = connection.onBack(() => {
    if (stopped || repairing) return
    void leave(connection, subscription)
    renew()
  })
  renew()

  return {
    more,
    async stop() {
      if (stopped) return
      stopped = true
      clearInterval(watch)
      forget()
      await leave(connection, subscription)
    },
  }
}

/** Ends a subscription after what the server had sent already, which is handed back at once that way. */
async function leave(connection: Connection, subscription: Subscription): Promise<void> {
  if (subscription.isClosed()) return
  if (!connection.isConnected) return subscription.unsubscribe()
  try {
    await subscription.drain()
  } catch {
    // The connection was lost meanwhile, so nothing is on its way any more.
    subscription.unsubscribe()
  }
}
