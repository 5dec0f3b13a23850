import { ServiceError, without } from '@frontdesk/contracts'
import { answerMs, type Connection, collect, fromNats, isStreamMissing } from '@frontdesk/nats'
import type { DeadLetter, DeadLetters } from '../port.ts'
import type { StoreDeadLetter } from './consume.ts'
import { againSubject, deadLetterStream, deadSubject, messageIdOf, ownerOf, textOf } from './declarations.ts'
import { type Declarer, isGone } from './declare.ts'
import { type DeadEnvelope, type EventEnvelope, enveloped, readDead } from './envelope.ts'

const cursorFault = () =>
  new ServiceError('invalid_request', {
    detail: 'The cursor does not belong to this list.',
    errors: [{ path: 'cursor', message: 'not a cursor of this list' }],
  })

type Stored = { position: number; envelope: DeadEnvelope; bytes: Uint8Array }

/** Dead letters in a stream of their own; a letter's id is its position there, its tenant is its subject. */
export function deadLettersOn(
  connection: Connection,
  declare: Declarer,
): { storeDeadLetter: StoreDeadLetter; deadLetters: DeadLetters } {
  const { js, manager } = connection

  async function asked<T>(work: () => Promise<T>): Promise<T> {
    try {
      await declare.deadLetters()
      return await connection.ask(work).catch(async (error) => {
        if (!isStreamMissing(error)) throw error
        declare.forget()
        await declare.deadLetters()
        return connection.ask(work)
      })
    } catch (error) {
      throw fromNats(error)
    }
  }

  /** The newest of a tenant at or before a position. */
  async function newestUpTo(tenant: string, position: number | undefined): Promise<Stored | undefined> {
    const query = { multi_last: [deadSubject(tenant)], ...(position !== undefined && { up_to_seq: position }) }
    const [message] = await collect(() => manager.direct.getLastMessagesFor(deadLetterStream, query))
    const envelope = message && readDead(message.header)
    return envelope && { position: message.seq, envelope, bytes: message.data }
  }

  async function letter(tenant: string, id: string): Promise<Stored | undefined> {
    const position = positionOf(id)
    if (position === undefined) return undefined
    const message = await manager.streams.getMessage(deadLetterStream, { seq: position })
    const envelope = message?.subject === deadSubject(tenant) ? readDead(message.header) : undefined
    return envelope && { position, envelope, bytes: message!.data }
  }

  /** False when somebody else had removed it. */
  async function drop(position: number): Promise<boolean> {
    try {
      return await manager.streams.deleteMessage(deadLetterStream, position, false)
    } catch (error) {
      if (isGone(error)) return false
      throw error
    }
  }

  return {
    async storeDeadLetter({ message, receipt, envelope }, group, stream, reason) {
      const { position, storedAt, attempt } = receipt
      // Its tenant was erased meanwhile.
      if (!(await asked(() => manager.streams.getMessage(stream, { seq: position })))) return
      const known = envelope ?? unknownEnvelope(message.subject, position)
      await asked(() =>
        js.publish(deadSubject(known.tenant), message.data, {
          msgID: messageIdOf('dead', stream, group, String(position), storedAt),
          headers: enveloped({ ...known, group, reason, attempts: attempt, at: Date.now() }),
          timeout: answerMs,
        }),
      )
    },

    deadLetters: {
      async list(tenant, { limit, cursor }) {
        let from = cursor === undefined ? undefined : positionOf(cursor)
        if (cursor !== undefined && from === undefined) throw cursorFault()
        const items: DeadLetter[] = []
        // JetStream reads streams forwards only; "the last on this subject up to here" leads backwards.
        while (from !== 0) {
          const found = await asked(() => newestUpTo(tenant, from))
          if (!found) return { items, nextCursor: null }
          if (items.length === limit) return { items, nextCursor: String(found.position) }
          items.push(letterOf(found))
          from = found.position - 1
        }
        return { items, nextCursor: null }
      },

      async retry(tenant, id) {
        return asked(async () => {
          const found = await letter(tenant, id)
          if (!found) return false
          const { group } = found.envelope
          const event = without(found.envelope, 'group', 'reason', 'attempts', 'at')
          await js.publish(againSubject(ownerOf(event.subject), group, tenant, event.key), found.bytes, {
            // Two who press the button at once give it back once.
            msgID: messageIdOf('again', id, String(found.envelope.at)),
            headers: enveloped(event),
            timeout: answerMs,
          })
          return drop(found.position)
        })
      },

      async remove(tenant, id) {
        return asked(async () => {
          const found = await letter(tenant, id)
          return found !== undefined && drop(found.position)
        })
      },
    },
  }
}

function positionOf(id: string): number | undefined {
  const position = Number(id)
  return Number.isSafeInteger(position) && position > 0 && String(position) === id ? position : undefined
}

function letterOf({ position, envelope, bytes }: Stored): DeadLetter {
  const { tenant, group, subject, key, sequence, reason, attempts, at } = envelope
  return { id: String(position), tenant, group, subject, key, sequence, reason, attempts, at, bytes }
}

/** What the subject alone tells of a message that is not an event of ours. */
function unknownEnvelope(stored: string, position: number): EventEnvelope {
  const tokens = stored.split('.')
  const tenant = textOf(tokens.at(-2) ?? '')
  return {
    id: `unknown-${position}`,
    subject: tokens.slice(0, -2).join('.'),
    tenant,
    key: '',
    sequence: 0,
    headers: {},
  }
}
