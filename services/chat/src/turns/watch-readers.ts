import { callAt } from '@frontdesk/contracts'
import type { ChatContext } from '../context.ts'
import type { Turn } from '../conversations/conversation-document.ts'
import { isOurs, withTurn } from './turn-lease.ts'

/** However small the setting, the store is not asked more often. */
const minPauseMs = 20

/**
 * Aborts when a turn had readers and has had none for `ABANDON_AFTER_MS`, or as long as it is to be kept running, wherever they read; not before the runner has
 * had that long. A turn that nobody ever read goes on: its customer may never read at all (e-mail).
 */
export function watchReaders(
  conversationId: string,
  { id: turnId, keepRunningMs }: Pick<Turn, 'id' | 'keepRunningMs'>,
  context: ChatContext,
): { deserted: AbortSignal; end(): void } {
  const { clock, config, collections, tenant, log } = context
  const live = context.state.liveTurns
  const abandonAfterMs = Math.max(keepRunningMs ?? 0, config.ABANDON_AFTER_MS)
  const deserted = new AbortController()
  let seenAt = clock.now()
  let callOff = () => {}
  let hasEnded = false

  async function look() {
    const stored = await collections.conversations.get(tenant, conversationId)
    const readAt = stored?.body.turns.find(({ id }) => id === turnId)?.readAt
    const now = clock.now()
    if (live.readersOf(turnId) > 0) seenAt = now
    else if (readAt !== undefined) seenAt = Math.max(seenAt, readAt)
    // Whoever went away left a note.
    if (readAt !== undefined && now - seenAt >= abandonAfterMs && !hasEnded) deserted.abort()
  }

  function lookLater() {
    const at = Math.max(seenAt + abandonAfterMs, clock.now() + minPauseMs)
    callOff = callAt(clock, at, async () => {
      try {
        await look()
      } catch (error) {
        log.warn({ conversationId, turn: turnId, err: error }, 'the readers of a turn could not be looked up')
      }
      if (!hasEnded && !deserted.signal.aborted) lookLater()
    })
  }

  lookLater()
  return {
    deserted: deserted.signal,
    end() {
      hasEnded = true
      callOff()
    },
  }
}

/**
 * Counts a reader of a turn in. Whoever runs the turn elsewhere can't see this one, so it leaves a note in the turn:
 * from time to time while it reads (`stay`), and when it goes before the end (`leave`).
 */
export function enterTurn(conversationId: string, turnId: string, context: ChatContext) {
  const { clock, config, collections, commit, log } = context
  const goOut = context.state.liveTurns.enter(turnId)
  let notedAt = Number.NEGATIVE_INFINITY

  async function note() {
    notedAt = clock.now()
    await commit(collections.conversations, conversationId, (current) => {
      const turn = current?.body.turns.find(({ id }) => id === turnId)
      if (!current || !turn || (turn.readAt ?? 0) >= notedAt) return undefined
      return { body: withTurn(current.body, turnId, (before) => ({ ...before, readAt: notedAt })) }
    })
  }

  return {
    async stay(turn: Turn): Promise<void> {
      const isSeen = !turn.lease || isOurs(turn, context)
      if (!isSeen && clock.now() - notedAt >= config.ABANDON_AFTER_MS / 3) await note()
    },
    async leave(hasSeenEnd: boolean): Promise<void> {
      try {
        // Before it is counted out, so that the runner never sees it gone without a trace.
        if (!hasSeenEnd) await note()
      } catch (error) {
        log.warn({ conversationId, turn: turnId, err: error }, 'it could not be recorded that a reader disconnected')
      } finally {
        goOut()
      }
    },
  }
}
