import type { ChatContext } from './context.ts'
import type { Turn } from './conversation-document.ts'
import { isOurs, withTurn } from './hold-turn.ts'
import { liveTurnsOf } from './live-turns.ts'

/** However small the setting, the store is not asked more often. */
const shortestPauseMs = 20

/**
 * Aborts when a turn had readers and has had none for `ABANDON_AFTER_MS`, wherever they read; not before the runner has
 * had that long. A turn that nobody ever read goes on: its customer may never read at all (e-mail).
 */
export function watchReaders(
  conversationId: string,
  turnId: string,
  context: ChatContext,
): { deserted: AbortSignal; end(): void } {
  const { clock, config, collections, tenant, log } = context
  const live = liveTurnsOf(context)
  const deserted = new AbortController()
  let seenAt = clock.now()
  let timer: NodeJS.Timeout | undefined
  let hasEnded = false

  async function look() {
    const stored = await collections.conversations.get(tenant, conversationId)
    const readAt = stored?.body.turns.find(({ id }) => id === turnId)?.readAt
    const now = clock.now()
    if (live.readersOf(turnId) > 0) seenAt = now
    else if (readAt !== undefined) seenAt = Math.max(seenAt, readAt)
    // Whoever went away left a note.
    if (readAt !== undefined && now - seenAt >= config.ABANDON_AFTER_MS && !hasEnded) deserted.abort()
  }

  function lookLater() {
    const dueInMs = seenAt + config.ABANDON_AFTER_MS - clock.now()
    timer = setTimeout(
      async () => {
        try {
          await look()
        } catch (error) {
          log.warn({ conversationId, turn: turnId, err: error }, 'readers could not be looked for')
        }
        if (!hasEnded && !deserted.signal.aborted) lookLater()
      },
      Math.max(dueInMs, shortestPauseMs),
    )
  }

  lookLater()
  return {
    deserted: deserted.signal,
    end() {
      hasEnded = true
      clearTimeout(timer)
    },
  }
}

/**
 * Counts a reader of a turn in. Whoever runs the turn elsewhere can't see this one, so it leaves a note in the turn:
 * from time to time while it reads (`stay`), and when it goes before the end (`leave`).
 */
export function enterTurn(conversationId: string, turnId: string, context: ChatContext) {
  const { clock, config, collections, commit, log } = context
  const goOut = liveTurnsOf(context).enter(turnId)
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
        log.warn({ conversationId, turn: turnId, err: error }, 'a reader left without a note')
      } finally {
        goOut()
      }
    },
  }
}
