import { ServiceError, toWireError } from '@frontdesk/contracts'
import { away, type Connection } from '@frontdesk/nats'
import { createInbox, type Msg } from '@nats-io/transport-node'
import { assertFits } from '../in-process/crossing.ts'
import { type Bus, heartbeatMs } from '../port.ts'
import { flowWindow } from './flow-window.ts'
import { decodeWord, encodeFrame } from './frames.ts'
import { requestIn } from './queries.ts'
import { serving } from './serving.ts'

type Serve = Parameters<Bus['serveStream']>[3]
type Reader = { window: ReturnType<typeof flowWindow>; leave: (why: ServiceError) => void }

const gone = () => new ServiceError('interrupted', { detail: 'The reader went away.' })

/** The serving end of streams: one subscription hears what all readers of this process have to say. */
export function streamServer(connection: Connection): Bus['serveStream'] {
  const { nc } = connection
  const readers = new Map<string, Reader>()
  const controls = createInbox()
  let streams = 0
  nc.subscribe(`${controls}.*`, {
    callback(error, message) {
      if (error) return connection.blame(error)
      const reader = readers.get(message.subject)
      if (!reader) return
      // Every frame asks the server to say when nobody is there for it any more.
      if (message.headers?.code === 503) return reader.leave(gone())
      const word = decodeWord(message.string())
      if (word.kind === 'cancel') reader.leave(gone())
      else reader.window.taken(word.bytes)
    },
  })
  connection.onLost(() => {
    for (const { leave } of readers.values()) leave(away())
  })

  return async (subject, group, { maxInFlight }, serve) =>
    serving(connection, subject, group, (message, inFlight) => answer(message, inFlight > maxInFlight, serve))

  async function answer(message: Msg, isOverloaded: boolean, serve: Serve): Promise<void> {
    const control = `${controls}.${++streams}`
    const abort = new AbortController()
    const window = flowWindow()
    let parts = 0
    let spoke = true
    readers.set(control, {
      window,
      leave(why) {
        abort.abort(why)
        window.release()
      },
    })

    /** Nothing is sent to a reader who left, or kept for one we can't reach: it has noticed, or will by the silence. */
    function send(kind: Parameters<typeof encodeFrame>[0], bytes?: Uint8Array) {
      if (abort.signal.aborted || !connection.isConnected) return
      spoke = true
      nc.publish(message.reply!, encodeFrame(kind, parts, bytes), { reply: control })
    }

    const heartbeat = setInterval(() => {
      if (!spoke) send('alive')
      spoke = false
    }, heartbeatMs)
    try {
      if (isOverloaded) throw new ServiceError('overloaded')
      const request = requestIn(message)
      // Tells the reader where to cancel, and us whether it is still there.
      send('alive')
      for await (const part of serve({ ...request, signal: abort.signal })) {
        if (abort.signal.aborted) break
        assertFits(part, 'part')
        if (!(await window.room(part.length))) {
          throw new ServiceError('overloaded', { detail: 'The reader of the stream is too slow.' })
        }
        if (abort.signal.aborted) break
        parts++
        send('part', part)
      }
      send('end')
    } catch (error) {
      send('error', Buffer.from(JSON.stringify(toWireError(error))))
      abort.abort(error)
    } finally {
      clearInterval(heartbeat)
      readers.delete(control)
    }
  }
}
