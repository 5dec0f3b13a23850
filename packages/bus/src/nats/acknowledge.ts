import type { Connection } from '@frontdesk/nats'
import type { Msg } from '@nats-io/transport-node'

type Acknowledgement = { message: Msg; words: string; isStillMine: () => boolean }

export type Acknowledge = (acknowledgement: Acknowledgement) => void

/**
 * Sends acknowledgements that must arrive. One that went into a connection which was lost before the server answered a
 * ping sent after it is sent again on the next one, unless its lease is missed by then: otherwise an ordered group would
 * wait a whole lease for work that is done.
 */
export function acknowledger(connection: Connection): Acknowledge {
  let unconfirmed: Acknowledgement[] = []
  let isConfirming = false

  function send(acknowledgement: Acknowledgement) {
    acknowledgement.message.respond(acknowledgement.words)
    unconfirmed.push(acknowledgement)
    if (!isConfirming) void confirm()
  }

  /** One ping at a time, however many acknowledgements there are. */
  async function confirm() {
    isConfirming = true
    try {
      while (unconfirmed.length > 0) {
        const sent = unconfirmed.length
        await connection.ask(() => connection.nc.flush())
        unconfirmed.splice(0, sent)
      }
    } catch {
      // The connection was lost; what is left goes out again when it is back.
    }
    isConfirming = false
  }

  connection.onBack(() => {
    const again = unconfirmed.filter(({ isStillMine }) => isStillMine())
    unconfirmed = []
    for (const acknowledgement of again) send(acknowledgement)
  })

  return send
}
