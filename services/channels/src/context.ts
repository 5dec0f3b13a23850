import { type channels, chat } from '@frontdesk/contracts'
import type { Context } from '@frontdesk/service'
import { accounts } from './accounts/channel-document.ts'
import { attachments } from './attachments/attachment-document.ts'
import type { config } from './config.ts'
import { inbound } from './inbound/inbound-document.ts'
import { lanes } from './inbound/lane-document.ts'
import { mailArrivals } from './inbound/mail-arrivals-document.ts'
import { once, requests } from './inbound/request-document.ts'
import { parts } from './inbound/text-parts-document.ts'
import { mails } from './mails/mail-document.ts'
import { outbound, sentIds } from './outbound/outbound-document.ts'
import type { State } from './state.ts'
import { mailIds, threads } from './threads/thread-document.ts'

export const collections = {
  accounts,
  attachments,
  inbound,
  lanes,
  mailArrivals,
  mailIds,
  mails,
  once,
  outbound,
  parts,
  requests,
  sentIds,
  threads,
}
export const asks = [chat] as const
export const uses = ['blobs', 'outboundHttp', 'health'] as const

export type ChannelsContext = Context<
  (typeof uses)[number],
  typeof config,
  typeof collections,
  typeof channels,
  typeof asks,
  State
>
