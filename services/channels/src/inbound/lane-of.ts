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

/** The lane of a sender. It says nothing of who that is. */
export const laneOfSender = (channelId: string, address: string): string =>
  derivedId('inb', channelId, `from:${address}`)

/** The lane that something comes in by: one for each sender of a channel. */
export function laneOf(channelId: string, inbound: Inbound): string {
  if (inbound.type === 'receipt') return derivedId('inb', channelId, 'receipts')
  return laneOfSender(channelId, inbound.type === 'mail' ? sender(inbound) : inbound.from)
}

/** The lane of a request that could not be read. */
export const unreadableLane = (channelId: string): string => derivedId('inb', channelId, 'unreadable')
