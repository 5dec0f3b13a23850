import { ServiceError } from '@frontdesk/contracts'
import { descending, type Stored } from '@frontdesk/documents'
import { markdownToHtml, markdownToText, markdownToWhatsApp } from '@frontdesk/markdown'
import type { ChannelDocument } from '../accounts/channel-document.ts'
import { secretsOfChannel } from '../accounts/channel-secrets.ts'
import type { ChannelsContext } from '../context.ts'
import { mailKeysOf } from '../email/mail-keys.ts'
import { findProvider } from '../providers/index.ts'
import type { Outbound, Provider } from '../providers/provider.ts'
import type { ThreadDocument } from '../threads/thread-document.ts'
import { countSegments } from './count-segments.ts'
import { type FilesOf, findFiles } from './find-files.ts'
import { findThread } from './find-thread.ts'
import { mailEnvelope } from './mail-envelope.ts'
import type { OutboundDocument } from './outbound-document.ts'
import type { NewPart } from './outbound-states.ts'
import { splitText } from './split-text.ts'

/** A text in more SMS than this goes as several texts: networks lose or refuse longer ones. */
const maxSegments = 10

/** Everything that a message needs to leave. */
export type Ready = {
  kind: 'ready'
  channelId: string
  provider: Provider
  secrets: Record<string, string>
  parts: NewPart[]
  /** Bytes of all its files. */
  fileBytes: number
  outboundOf(part: NewPart, index: number, parts: number): Outbound
}
export type Prepared =
  | Ready
  | { kind: 'refused'; code: string; detail: string }
  | { kind: 'wait'; untilMs: number }
  | { kind: 'gone' }

const cannot = (code: string, detail: string): Prepared => ({ kind: 'refused', code, detail })

/** How a message leaves, or why it can't. Asks nobody outside. */
export async function prepareMessage(
  first: Stored<OutboundDocument>,
  context: ChannelsContext,
  providers: Provider[],
): Promise<Prepared> {
  const { tenant, collections } = context
  const { id, body: message } = first
  const found = await findThread(first, context)
  if (found.kind === 'lost') {
    return cannot(
      'not_taken_in',
      'The customer’s message could not be fully processed, so their address is not known. ' +
        'Retry its dead letter, then send this again.',
    )
  }
  if (found.kind !== 'thread') return found
  const { thread } = found
  const channel = await collections.accounts.get(tenant, thread.channelId)
  if (!channel) return cannot('channel_deleted', 'The channel of the conversation was deleted.')
  const why = whyNot(channel, providers)
  if (why) return why
  const provider = findProvider(providers, channel.body.kind, channel.body.provider)!
  const closed = await closedWindow(provider, thread, context)
  if (closed) return closed
  const files = await findFiles(message, provider, context)
  if (files.kind === 'refused') return files
  try {
    const secrets = secretsOfChannel(channel, context)
    return ready({ id, message, channel: channel.body, thread, provider, secrets, files }, context)
  } catch (error) {
    if (error instanceof ServiceError) return cannot('secrets_unreadable', error.message)
    throw error
  }
}

function whyNot(
  { body: { kind, provider: name, enabled, secretNames } }: Stored<ChannelDocument>,
  providers: Provider[],
): Prepared | undefined {
  if (!enabled) return cannot('channel_disabled', 'The channel is disabled. Enable it, then send this again.')
  const provider = findProvider(providers, kind, name)
  if (!provider) return cannot('not_configured', `Messages can’t be sent through ${name} here.`)
  const missing = provider.sendsWith.filter((secret) => !secretNames.includes(secret))
  if (missing.length > 0) {
    const names = missing.map((secret) => `\`${secret}\``).join(', ')
    return cannot(
      'not_configured',
      `To send, the channel needs its ${names}: add them with PATCH, then send this again.`,
    )
  }
  return undefined
}

/** Refuses what comes too late: the window is the customer's with the channel, whichever conversation they wrote in. */
async function closedWindow(
  { limits: { windowMs } }: Provider,
  { channelId, address, lastInboundAt }: ThreadDocument,
  { tenant, collections, clock }: ChannelsContext,
): Promise<Prepared | undefined> {
  if (windowMs === undefined) return undefined
  const isOpen = (since: string) => clock.now() - Date.parse(since) <= windowMs
  if (isOpen(lastInboundAt)) return undefined
  const { items } = await collections.threads.find(tenant, {
    where: { channelId, address },
    sort: descending('lastInboundAt'),
    limit: 1,
  })
  if (items[0] && isOpen(items[0].body.lastInboundAt)) return undefined
  const hours = Math.round(windowMs / 3_600_000)
  return cannot(
    'window_closed',
    `The customer wrote more than ${hours} hours ago; nothing may be sent until they write again.`,
  )
}

/** A message as its channel shows it: in the signs of WhatsApp, elsewhere without any. */
function textOf({ kind, text, format }: OutboundDocument): string {
  if (format !== 'markdown') return text
  return (kind === 'whatsapp' ? markdownToWhatsApp(text) : markdownToText(text)) || text
}

/** The same for mail programs that show HTML; the direction follows from the first word that has one. */
const htmlOf = ({ text }: OutboundDocument): string => `<div dir="auto">\n${markdownToHtml(text)}\n</div>\n`

type Known = {
  id: string
  message: OutboundDocument
  channel: ChannelDocument
  thread: ThreadDocument
  provider: Provider
  secrets: Record<string, string>
  files: FilesOf
}

function ready({ id, message, channel, thread, provider, secrets, files }: Known, { config }: ChannelsContext): Ready {
  const { channelId, kind, address: from, name } = channel
  const [key] = mailKeysOf({ config })
  const fits = (text: string) =>
    text.length <= provider.limits.maxCharacters && (kind !== 'sms' || countSegments(text).segments <= maxSegments)
  return {
    kind: 'ready',
    channelId,
    provider,
    secrets,
    parts: [
      ...splitText(textOf(message), fits).map((text) => ({ text })),
      // A mail has its files in itself; elsewhere each is a message.
      ...(kind === 'email' ? [] : files.ids.map((attachmentId) => ({ text: '', attachmentId }))),
    ],
    fileBytes: files.bytes,
    outboundOf: ({ text, attachmentId }, index, parts) => ({
      id: parts > 1 ? `${id}.${index + 1}` : id,
      from,
      to: thread.address,
      text,
      ...files.of(kind === 'email' ? (index === 0 ? files.ids : []) : attachmentId ? [attachmentId] : []),
      ...(config.PUBLIC_URL && { receiptUrl: `${config.PUBLIC_URL}/api/webhooks/${kind}/${channelId}` }),
      ...(kind === 'email' && {
        mail: {
          ...mailEnvelope(
            { id, conversationId: message.conversationId, author: message.author },
            { address: from, ...(name !== undefined && { name }) },
            thread,
            key,
          ),
          ...(message.format === 'markdown' && parts === 1 && { html: htmlOf(message) }),
        },
      }),
    }),
  }
}
