import { fromWireError, limits, nobodyAnswers, ServiceError } from '@frontdesk/contracts'
import { away, type Connection, fromNats } from '@frontdesk/nats'
import { createInbox, type Msg } from '@nats-io/transport-node'
import { assertFits } from '../in-process/crossing.ts'
import { partPipe } from '../in-process/part-pipe.ts'
import { type Bus, heartbeatMs } from '../port.ts'
import { enveloped } from './envelope.ts'
import { decodeFrame, encodeWord, reportBytes, silenceMs } from './frames.ts'
import { withoutNamespace } from './namespace.ts'

/** The server keeps to streamUnreadBytes; what it can't know of, and one part of any size, may come on top. */
const pipeBytes = limits.streamUnreadBytes + limits.busMessageBytes + reportBytes

const broken = (detail: string) => new ServiceError('stream_broken', { detail })

/** The reading end of streams. */
export function streamReader(connection: Connection): Bus['openStream'] {
  return (subject, bytes, options) => ({
    [Symbol.asyncIterator]: () => read(connection, subject, bytes, options),
  })
}

function read(
  connection: Connection,
  subject: string,
  bytes: Uint8Array,
  { tenant, headers, signal }: Parameters<Bus['openStream']>[2],
): AsyncIterator<Uint8Array> {
  const { nc } = connection
  const pipe = partPipe(pipeBytes)
  const inbox = createInbox()
  let control: string | undefined
  let received = 0
  let takenBytes = 0
  let reportedBytes = 0
  let heardAt = performance.now()
  let close: (() => void) | undefined

  function open() {
    signal?.throwIfAborted()
    assertFits(bytes, 'request')
    if (!connection.isConnected) throw away()
    const subscription = nc.subscribe(inbox, {
      callback(error, message) {
        if (error) finish(() => pipe.fail(fromNats(error)))
        else hear(message)
      },
    })
    const watch = setInterval(listen, heartbeatMs / 2)
    const forget = connection.onLost(() => finish(() => pipe.fail(broken('The connection was lost.'))))
    const giveUp = () => leave(signal!.reason)
    signal?.addEventListener('abort', giveUp, { once: true })
    close = () => {
      subscription.unsubscribe()
      clearInterval(watch)
      forget()
      signal?.removeEventListener('abort', giveUp)
    }
    nc.publish(subject, bytes.slice(), { reply: inbox, headers: enveloped({ tenant, headers }) })
  }

  /** Nothing more is heard from the server; false when that was so already. */
  function finish(how: () => void): boolean {
    if (!close) return false
    close()
    close = undefined
    how()
    return true
  }

  /** The inbox goes in any case, and a frame that finds nobody there cancels the server as well. */
  function leave(reason: unknown) {
    const wasOpen = finish(() => undefined)
    pipe.breakOff(reason)
    if (wasOpen && control && connection.isConnected) nc.publish(control, encodeWord({ kind: 'cancel' }))
  }

  function breakOff(detail: string) {
    finish(() => pipe.fail(broken(detail)))
  }

  function hear(message: Msg) {
    if (message.headers?.code === 503) {
      if (control) breakOff('The server of the stream died.')
      else finish(() => pipe.fail(nobodyAnswers(withoutNamespace(subject))))
      return
    }
    const frame = decodeFrame(message.data)
    if (!frame) return breakOff('The stream sent what is no part.')
    heardAt = performance.now()
    control ??= message.reply
    const { kind, number } = frame
    if (kind === 'error') {
      // A copy of its own: parts before it may be unread for long.
      const error = fromWireError(JSON.parse(Buffer.from(frame.bytes).toString()))
      finish(() => pipe.fail(number === received ? error : broken('A part of the stream was lost.')))
      return
    }
    if (kind === 'part') received++
    if (number !== received) return breakOff('A part of the stream was lost.')
    if (kind === 'end') finish(() => pipe.end())
    else if (kind === 'part' && !pipe.push(frame.bytes)) {
      finish(() => pipe.fail(new ServiceError('overloaded', { detail: 'The reader of the stream is too slow.' })))
    }
  }

  /** Silence is a sign of death only if there is still nothing after a turn of an event loop that may have stood still. */
  function listen() {
    const silentMs = () => performance.now() - heardAt
    if (silentMs() >= silenceMs) {
      setImmediate(() => {
        if (silentMs() >= silenceMs) breakOff('Nothing was heard from the server of the stream.')
      })
    } else if (silentMs() >= heartbeatMs) report(true)
  }

  /** Says what was taken. `probing`: the answer tells at once that the server is gone. */
  function report(probing: boolean) {
    if (!control || !close || !connection.isConnected) return
    reportedBytes = takenBytes
    nc.publish(control, encodeWord({ kind: 'taken', bytes: takenBytes }), probing ? { reply: inbox } : {})
  }

  try {
    open()
  } catch (error) {
    pipe.fail(error)
  }
  return {
    async next() {
      const part = await pipe.take()
      if (!part) return { done: true, value: undefined }
      takenBytes += part.length
      if (takenBytes - reportedBytes >= reportBytes) report(false)
      return { done: false, value: part }
    },
    async return() {
      leave(undefined)
      return { done: true, value: undefined }
    },
  }
}
