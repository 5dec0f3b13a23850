import { type ChannelKind, without } from '@frontdesk/contracts'
import type { Receipt } from '../providers/provider.ts'
import type { OutboundDocument, OutboundPart, OutboundState, SentPart } from './outbound-document.ts'
import { retryDelayMs } from './retry-delay.ts'
import { isLaterState, type Known } from './state-order.ts'

/** What a provider made of one part. `again`: it did not take it; `unknown`: nobody can tell whether it did. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'refused' | 'again' | 'unknown'; code: string; detail: string; retryAfterMs?: number | undefined }

type Told = 'sending' | Exclude<OutboundState, 'queued'>
/** The state as people are told it. */
export const toldState = (state: OutboundState): Told => (state === 'queued' ? 'sending' : state)

const reached: OutboundState[] = ['sent', 'delivered', 'read']
const isOver = (state: OutboundState): boolean => state === 'failed' || state === 'unknown'
/** Whether nothing can prove wrong any more that it arrived. */
const hasArrived = ({ kind }: OutboundDocument, state: OutboundState): boolean =>
  state === 'read' || (state === 'delivered' && kind !== 'email')

/** The state of the whole: the worst of its parts, `delivered` only once all of them are. */
function wholeOf(parts: OutboundPart[]): OutboundState {
  const states = parts.map(({ state }) => state)
  if (states.includes('sending')) return 'sending'
  for (const bad of ['failed', 'unknown'] as const) if (states.includes(bad)) return bad
  if (states.includes('queued')) return 'queued'
  return reached.find((state) => states.includes(state))!
}

/** What was not tried yet never will be: the message ends here. */
const withoutRest = (parts: OutboundPart[]): OutboundPart[] =>
  parts.map((part): OutboundPart => (part.state === 'queued' ? { ...part, state: 'failed' } : part))

/** The message with these parts: over, and out of its lane, once nothing is left to be sent, or one of them is over. */
function withParts(message: OutboundDocument, parts: OutboundPart[], at: string): OutboundDocument {
  const open = wholeOf(parts)
  if (open === 'queued' || open === 'sending') return { ...message, parts, state: open, at }
  const ended = withoutRest(parts)
  const state = wholeOf(ended)
  const { lane: _lane, dueAt: _dueAt, claim: _claim, ...over } = message
  // What arrived can't be wanted again, so its words are not needed any more; a mail that was delivered may come back.
  const kept = hasArrived(message, state)
    ? { text: '', parts: ended.map((part) => ({ ...part, text: '' })) }
    : { parts: ended }
  const { code: _code, detail: _detail, ...fine } = over
  const worst = ended.find((part) => part.state === state && part.code !== undefined)
  const why = isOver(state) ? { ...whyOf(over), ...(worst && whyOf(worst)) } : {}
  return { ...fine, ...why, ...kept, state, at }
}

type Why = { code?: string; detail?: string }
const whyOf = ({ code, detail }: Why): Why => ({
  ...(code !== undefined && { code }),
  ...(detail !== undefined && { detail }),
})

const replaced = (parts: OutboundPart[], index: number, state: OutboundState, why: Why = {}): OutboundPart[] =>
  parts.map((part, i) => (i === index ? { ...part, state, ...why } : part))

/** What a message is cut into before it first leaves. */
export type NewPart = Pick<OutboundPart, 'text' | 'attachmentId'>

/** Taken by `claim` until `dueAt`: its first part that has not left is about to. */
export function claimed(
  message: OutboundDocument,
  taken: { claim: string; dueAt: number; parts: NewPart[]; at: string; channelId: string },
): OutboundDocument {
  const { claim, dueAt, at, channelId } = taken
  const cut: OutboundPart[] =
    message.parts.length > 0 ? message.parts : taken.parts.map((part) => ({ ...part, state: 'queued' as const }))
  // A mail that was on its way when its sender died goes again.
  const next = cut.findIndex(({ state }) => state === 'queued' || state === 'sending')
  const parts = replaced(cut, next, 'sending')
  return { ...message, parts, state: 'sending', at, claim, dueAt, channelId, isTold: true, tries: message.tries + 1 }
}

/** After one part was tried: the next one is about to leave, or it waits for another try, or it is over. */
export function afterPart(
  message: OutboundDocument,
  index: number,
  outcome: Outcome,
  when: { now: number; random: number; dueAt: number },
): OutboundDocument {
  const at = new Date(when.now).toISOString()
  const known = message.parts[index]!.state
  if (outcome.kind === 'sent') {
    const sent = isLaterState(toldState(known), 'sent') ? replaced(message.parts, index, 'sent') : message.parts
    const next = sent.findIndex(({ state }) => state === 'queued')
    const goesOn = next >= 0 && !sent.some(({ state }) => isOver(state))
    return withParts({ ...message, dueAt: when.dueAt }, goesOn ? replaced(sent, next, 'sending') : sent, at)
  }
  // A receipt or somebody else knew more meanwhile.
  if (known !== 'sending') return message
  const why = { code: outcome.code, detail: outcome.detail.slice(0, 500) }
  const failed = { ...message, ...why }
  const mayRepeat = outcome.kind === 'again' || (outcome.kind === 'unknown' && message.kind === 'email')
  const delayMs = mayRepeat
    ? retryDelayMs(message.tries, when.now - message.roundAt, when.random, outcome.retryAfterMs)
    : undefined
  if (delayMs === undefined) {
    const end = outcome.kind === 'unknown' ? 'unknown' : 'failed'
    return withParts(failed, replaced(message.parts, index, end, why), at)
  }
  const { claim: _, ...free } = failed
  return withParts({ ...free, dueAt: when.now + delayMs }, replaced(message.parts, index, 'queued'), message.at)
}

/** Whoever sent it is gone, and nobody can tell whether it left. */
export function abandoned(message: OutboundDocument, at: string): OutboundDocument {
  const detail =
    'The platform stopped while it was being sent. It may have arrived; it is not sent again automatically.'
  const why = { code: 'interrupted', detail }
  const parts = message.parts.map(
    (part): OutboundPart => (part.state === 'sending' ? { ...part, state: 'unknown', ...why } : part),
  )
  return withParts({ ...message, ...why }, parts, at)
}

/** Whoever sent it is gone, and is known to have been told that the provider took the part: the others are still to leave. */
export function learntSent(message: OutboundDocument, index: number, now: number): OutboundDocument {
  const { claim: _, ...free } = message
  const at = new Date(now).toISOString()
  return withParts({ ...free, dueAt: now }, replaced(message.parts, index, 'sent'), at)
}

/** It can't be sent as things are. */
export function refused(
  message: OutboundDocument,
  why: { code: string; detail: string },
  at: string,
): OutboundDocument {
  const { lane: _lane, dueAt: _dueAt, claim: _claim, ...over } = message
  // A mail whose sender died is on its way by its state; it does not go again.
  const parts = withoutRest(message.parts).map(
    (part): OutboundPart => (part.state === 'sending' ? { ...part, state: 'failed' } : part),
  )
  return { ...over, ...why, parts, state: 'failed', at, isTold: true }
}

/** A part with what a receipt says of it, or of a piece of it: as bad as its worst piece, there once all of them are. */
function partAfter(
  part: OutboundPart,
  kind: ChannelKind,
  state: Receipt['state'],
  { piece = 0, pieces = 1 }: Pick<SentPart, 'piece' | 'pieces'>,
): OutboundPart {
  if (pieces < 2) {
    const told = state === 'failed' && kind === 'email' ? 'returned' : state
    const before: Known = part.state === 'failed' && part.isReturned ? 'returned' : toldState(part.state)
    if (!isLaterState(before, told)) return part
    return { ...part, state, ...(told === 'returned' && { isReturned: true }) }
  }
  const known = part.pieces ?? Array.from({ length: pieces }, () => 'sent' as const)
  if (known[piece] === undefined || !isLaterState(known[piece], state)) return part
  const after = known.with(piece, state)
  const worst = after.includes('failed') ? 'failed' : reached.find((each) => after.some((one) => one === each))!
  // Once its pieces are told of, they say what it is: when the one that failed has arrived after all, it is `sent`.
  return {
    ...part,
    pieces: after,
    ...((part.pieces || isLaterState(toldState(part.state), toldState(worst))) && { state: worst }),
  }
}

/**
 * After a receipt for one part. Of an earlier round only what nothing can prove wrong counts: that it arrived, all of it.
 */
export function afterReceipt(
  message: OutboundDocument,
  sent: Pick<SentPart, 'part' | 'round' | 'piece' | 'pieces'>,
  { state, code }: Receipt,
  at: string,
): OutboundDocument {
  const part = message.parts[sent.part]
  const isProof = hasArrived(message, state) && (sent.pieces ?? 1) < 2
  if (!part || (sent.round !== message.round && !isProof)) return message
  const next = partAfter(part, message.kind, state, sent)
  if (next === part) return message
  const isNews = next.state === 'failed' && part.state !== 'failed'
  const why = isNews ? { code: code ?? 'failed', detail: 'The provider could not deliver it.' } : {}
  const parts = message.parts.with(sent.part, { ...next, ...why })
  const after = withParts({ ...message, ...why }, parts, at)
  // It says nothing new of the whole.
  return after.state === message.state ? { ...after, at: message.at } : after
}

/** Asked to be sent again: all of it that is not known to have left. */
export function askedAgain(message: OutboundDocument, operationId: string, now: number): OutboundDocument {
  const { code: _code, detail: _detail, ...rest } = message
  return {
    ...rest,
    parts: message.parts.map(
      (part): OutboundPart =>
        isOver(part.state) ? { ...without(part, 'pieces', 'isReturned', 'code', 'detail'), state: 'queued' } : part,
    ),
    state: 'queued',
    at: new Date(now).toISOString(),
    round: message.round + 1,
    operationId,
    isTold: true,
    tries: 0,
    roundAt: now,
    lane: message.conversationId,
    dueAt: now,
  }
}
