import { derivedId } from '@frontdesk/contracts'
import { readHeaderBlock, valuesOf } from '../providers/header-block.ts'
import { mailboxesOf, normalMailbox } from '../providers/mail-addresses.ts'
import type { Inbound, InboundMail } from '../providers/provider.ts'

/**
 * The mailboxes that a mail says it is from and that it wants answers at, in normal form; of the envelope, which many senders
 * make anew for each mail, only where the headers name none.
 */
function mailboxesIn({ mail, envelope }: InboundMail): { from: string; replyTo: string | undefined } {
  const headers = 'headers' in mail ? mail.headers : readHeaderBlock(mail.raw)
  const first = (...values: (string | undefined)[]): string | undefined => mailboxesOf(values)[0]
  const from = first(...valuesOf(headers, 'from')) ?? first(...valuesOf(headers, 'sender')) ?? first(envelope?.from)
  return { from: from ?? '', replyTo: first(...valuesOf(headers, 'reply-to')) }
}

/** The lane of a sender, whose address is in whatever form. It says nothing of who that is. */
export const laneOfSender = (channelId: string, address: string): string =>
  derivedId('inb', channelId, `from:${normalMailbox(address) ?? address}`)

/** The lane that something comes in by: one for each sender of a channel. */
export function laneOf(channelId: string, inbound: Inbound): string {
  if (inbound.type === 'receipt') return derivedId('inb', channelId, 'receipts')
  if (inbound.type === 'unreadable') return derivedId('inb', channelId, 'unreadable parts')
  return laneOfSender(channelId, inbound.type === 'mail' ? mailboxesIn(inbound).from : inbound.from)
}

/** The lanes of all addresses under which the sender may be known: where a mail is from, and where its answers go. */
export function sendersOf(channelId: string, inbound: Inbound): string[] {
  if (inbound.type === 'receipt' || inbound.type === 'unreadable') return []
  const { from, replyTo } = inbound.type === 'mail' ? mailboxesIn(inbound) : { from: inbound.from, replyTo: undefined }
  return [from, replyTo].filter((address) => address !== undefined).map((address) => laneOfSender(channelId, address))
}

/** The lane of a request that could not be read. */
export const unreadableLane = (channelId: string): string => derivedId('inb', channelId, 'unreadable')
