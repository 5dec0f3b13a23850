import type { StartedAnswer, VisitorApi } from '../api/visitor-api.ts'
import type { VisitorSession } from '../session/visitor-session.ts'
import type { OpenAnswer, VisitorStorage } from '../session/visitor-storage.ts'
import type { Store } from './chat-state.ts'
import { followAnswer } from './follow-answers.ts'
import { type Answer, withPart } from './timeline.ts'

type Options = {
  api: VisitorApi
  session: VisitorSession
  storage: VisitorStorage
  store: Store
  /** An answer has ended: the conversation's own message can take its place. */
  ended(answer: Answer | undefined): Promise<void>
}

/** The answers that are being written, each read once in this tab, also after a reload. */
export function makeLiveAnswers({ api, session, storage, store: { get, set }, ended }: Options) {
  const followed = new Set<string>()

  const change = (messageId: string, to: (answer: Answer) => Answer) =>
    set({ answers: get().answers.map((one) => (one.messageId === messageId ? to(one) : one)) })

  return {
    /** Reads an answer to its end: from `parts` if it has just been asked for, otherwise from its beginning. */
    async follow(ids: OpenAnswer, parts?: StartedAnswer['parts']): Promise<void> {
      const { messageId } = ids
      if (followed.has(messageId)) return
      followed.add(messageId)
      const others = (storage.read().answers ?? []).filter((one) => one.messageId !== messageId)
      storage.write({ answers: [...others, ids] })
      set({ answers: [...get().answers, { ...ids, text: '', state: 'writing', startedAt: Date.now() }] })
      try {
        await followAnswer({ api, session }, { messageId, ...(parts && { parts }) }, (part) =>
          change(messageId, (one) => withPart(one, part)),
        )
      } catch {
        // It is no longer kept; what came of it is in the conversation.
        change(messageId, (one) => ({ ...one, state: 'passed on', text: '' }))
      }
      if (session.token() === undefined) return
      storage.write({ answers: (storage.read().answers ?? []).filter((one) => one.messageId !== messageId) })
      await ended(get().answers.find((one) => one.messageId === messageId))
    },
    /** Goes on with what was being written when the page went away. */
    resume(): void {
      for (const answer of storage.read().answers ?? []) void this.follow(answer)
    },
    forget: () => followed.clear(),
  }
}
