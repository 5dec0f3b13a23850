import { derivedId } from '@frontdesk/contracts'
import type { Inbound, InboundMail } from '../provider.ts'

/** Headers come first, and one that is longer than this is no mail program's. */
const headBytes = 64 * 1024

/** What a mail says it is from, read only as far as order needs it: what says the same has the same. */
function sender({ mail, envelope }: InboundMail): string {
  if (envelope?.from) return envelope.from.toLowerCase()
  if ('headers' in mail) return mail.headers.find(([name]) => name.toLowerCase() === 'from')?.[1] ?? ''
  const head = Buffer.from(mail.raw.buffer, mail.raw.byteOffset, Math.min(mail.raw.byteLength, headBytes)).toString(
    'latin1',
  )
  const line = /^from:([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)/im.exec(head)?.[1] ?? ''
  return (/<([^<>\s]+)>/.exec(line)?.[1] ?? line).trim().toLowerCase()
}

const keyOf = (inbound: Inbound): string => {
  if (inbound.type === 'receipt') return 'receipts'
  return `from:${inbound.type === 'mail' ? sender(inbound) : inbound.from}`
}

/** The lane that something comes in by: one for each sender of a channel. It says nothing of who that is. */
export const laneOf = (channelId: string, inbound: Inbound): string => derivedId('inb', channelId, keyOf(inbound))

/** The lane of a request that could not be read. */
export const unreadableLane = (channelId: string): string => derivedId('inb', channelId, 'unreadable')
