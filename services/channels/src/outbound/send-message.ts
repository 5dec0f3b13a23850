import { randomUUID } from 'node:crypto'
import { isOfLater } from '@frontdesk/contracts'
import { ascending, type Stored } from '@frontdesk/documents'
import type { ChannelsContext } from '../context.ts'
import { type Outbound, type Provider, SendError } from '../providers/provider.ts'
import { recordSentMail } from '../threads/record-sent-mail.ts'
import { countSend } from './count-sends.ts'
import { handOverLater } from './hand-over.ts'
import type { OutboundDocument } from './outbound-document.ts'
import { abandoned, afterPart, claimed, learntSent, type Outcome, refused } from './outbound-states.ts'
import { type Prepared, prepareMessage, type Ready } from './prepare-message.ts'
import { withDeliveryEvent } from './publish-state.ts'
import { applyEarly } from './record-receipt.ts'
import { findEarlyReceipts, saveSentIds } from './sent-id-store.ts'

/** Whether it may be looked at: its time has come, or was set by a clock that was set back since. */
export const isDue = ({ dueAt = 0, at }: OutboundDocument, now: number): boolean =>
  dueAt <= now || isOfLater(Date.parse(at), now)

/** After a half more than the time that a send may take, whoever sent it is dead; nobody else touches it before. */
const deadAfterMs = ({ config }: ChannelsContext): number => config.CHANNEL_SEND_TIMEOUT_MS * 1.5
/** On a stop a request that has left is waited for so long; then nobody knows what became of it. */
const graceMs = 5_000

/**
 * Brings the first message of a conversation that has not left one step further: sends it, puts it off, or ends it. That it
 * is about to leave is on disk before the request is; when its sender died before it knew that the provider took it, a mail goes
 * again under the same Message-ID and anything else is `unknown`. True when there is more to do at once.
 */
export async function step(
  conversationId: string,
  found: ChannelsContext,
  providers: Provider[] = found.state.providers,
): Promise<boolean> {
  if (found.signal.aborted) return false
  const first = await firstInLane(conversationId, found)
  if (!first || !isDue(first.body, found.clock.now())) return false
  const { cause } = first.body
  // The messages of a conversation may belong to different requests.
  const isOwn = cause?.correlationId === found.cause.correlationId
  const context = isOwn ? found : found.forTenant(found.tenant, cause)
  if (first.body.forPeople) return handOverLater(first, context)
  if (first.body.state === 'sending' && (await takeOver(first, context))) return true
  const prepared = await prepareMessage(first, context, providers)
  if (prepared.kind === 'ready' && prepared.fileBytes === 0) return send(first, prepared, context)
  // Waits before anything is claimed; whoever was quicker then has it.
  if (prepared.kind === 'ready')
    return context.state.sent(context.tenant, prepared.fileBytes, () => send(first, prepared, context))
  return setAside(first, prepared, context)
}

async function firstInLane(conversationId: string, { tenant, collections }: ChannelsContext) {
  const { items } = await collections.outbound.find(tenant, {
    where: { lane: conversationId },
    sort: ascending('sequence'),
    limit: 1,
  })
  return items[0]
}

/** Writes what becomes of a message while it is as it was seen. */
async function write(
  seen: Stored<OutboundDocument>,
  change: (message: OutboundDocument, at: string) => OutboundDocument,
  context: ChannelsContext,
): Promise<Stored<OutboundDocument> | undefined> {
  const at = new Date(context.clock.now()).toISOString()
  return context.commit(context.collections.outbound, seen.id, (current) => {
    if (current?.revision !== seen.revision) return undefined
    return withDeliveryEvent(seen.id, current.body, change(current.body, at), context)
  })
}

/** Ends what a dead sender began, by what it left behind. False for a mail that may have left: it goes again. */
async function takeOver(first: Stored<OutboundDocument>, context: ChannelsContext): Promise<boolean> {
  const { conversationId, parts, round, kind } = first.body
  const part = parts.findIndex(({ state }) => state === 'sending')
  const sent = { messageId: first.id, conversationId, part, round }
  const known = await findEarlyReceipts(sent, context)
  if (known.length > 0) {
    await write(first, (message) => learntSent(message, part, context.clock.now()), context)
    await applyEarly(known, context)
    return true
  }
  if (kind === 'email') return false
  await write(first, (message, at) => abandoned(message, at), context)
  return true
}

async function setAside(
  first: Stored<OutboundDocument>,
  prepared: Exclude<Prepared, Ready>,
  context: ChannelsContext,
): Promise<boolean> {
  if (prepared.kind === 'gone') {
    await context.collections.outbound.remove(context.tenant, first.id, first.revision)
    return true
  }
  if (prepared.kind === 'refused') {
    const { code, detail } = prepared
    await write(first, (message, at) => refused(message, { code, detail }, at), context)
    return true
  }
  await write(first, (message) => ({ ...message, dueAt: prepared.untilMs }), context)
  return false
}

async function send(first: Stored<OutboundDocument>, ready: Ready, context: ChannelsContext): Promise<boolean> {
  const { clock } = context
  const claim = randomUUID()
  const dueAt = () => clock.now() + deadAfterMs(context)
  const { channelId } = ready
  let stored = await write(
    first,
    (message, at) => claimed(message, { claim, dueAt: dueAt(), parts: ready.parts, at, channelId }),
    context,
  )
  while (stored?.body.claim === claim) {
    const { parts, round } = stored.body
    const part = parts.findIndex(({ state }) => state === 'sending')
    // A receipt told what became of it before the provider did.
    if (part < 0) break
    const outbound = ready.outboundOf(parts[part]!, part, parts.length)
    const { outcome, providerIds } = await sendOnce(outbound, ready, context)
    countSend({ provider: ready.provider.name, channel: channelId, outcome: outcome.kind }, context)
    const sent = { messageId: first.id, conversationId: first.body.conversationId, part, round }
    const known = await saveSentIds(channelId, providerIds, sent, context)
    const when = { now: clock.now(), random: Math.random(), dueAt: dueAt() }
    stored = await context.commit(context.collections.outbound, first.id, (current) =>
      // Of a sender that was thought dead it still counts that the provider took it.
      current && (current.body.claim === claim || outcome.kind === 'sent')
        ? withDeliveryEvent(first.id, current.body, afterPart(current.body, part, outcome, when), context)
        : undefined,
    )
    await applyEarly(known, context)
    if (outcome.kind === 'sent' && outbound.mail) await recordSentMail(sent.conversationId, outbound.mail, context)
  }
  return true
}

/** One request to the provider, and what it means for the part. Never throws. */
async function sendOnce(
  outbound: Outbound,
  { channelId, provider, secrets }: Ready,
  { outboundHttp, signal, log, config }: ChannelsContext,
): Promise<{ outcome: Outcome; providerIds: string[] }> {
  const limit = new AbortController()
  let grace: NodeJS.Timeout | undefined
  const timeout = setTimeout(() => limit.abort(), config.CHANNEL_SEND_TIMEOUT_MS)
  const stop = () => {
    grace = setTimeout(() => limit.abort(), graceMs)
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  try {
    const { id, otherIds = [] } = await provider.send(outbound, secrets, outboundHttp, limit.signal)
    log.info({ message: outbound.id, channel: channelId, provider: provider.name }, 'sent')
    return { outcome: { kind: 'sent' }, providerIds: [id, ...otherIds] }
  } catch (error) {
    const { outcome: kind, code, message, retryAfterMs } = error instanceof SendError ? error : unexpected(limit.signal)
    log.warn({ message: outbound.id, channel: channelId, provider: provider.name, kind, code, err: error }, 'not sent')
    return { outcome: { kind, code, detail: message, retryAfterMs }, providerIds: [] }
  } finally {
    clearTimeout(timeout)
    clearTimeout(grace)
    signal.removeEventListener('abort', stop)
  }
}

/** Whatever a provider's code trips over, the request may have left by then. */
const unexpected = ({ aborted }: AbortSignal): SendError =>
  aborted
    ? new SendError('unknown', 'timeout', 'The provider did not answer in time. It may have arrived.')
    : new SendError(
        'unknown',
        'internal',
        'Something went wrong on our side while it was being sent. It may have arrived.',
      )
