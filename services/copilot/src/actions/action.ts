import type { AnswerSource, actionRun, BodyOf } from '@frontdesk/contracts'
import type { CopilotContext } from '../context.ts'
import type { ReadConversation } from '../read-conversation.ts'
import type { Sentiment } from '../sentiment/analyze-sentiment.ts'

export type ActionName = BodyOf<typeof actionRun>['action']

/** What an action wrote. `model`: what wrote it, `local` when no language model did. */
export type Written = {
  text: string
  model: string
  sources?: AnswerSource[]
  sentiment?: Pick<Sentiment, 'label' | 'score'>
  /** The policies have decided on it already. */
  isReleased?: true
}

export type Action = {
  /** Throws `model_required` for what only a language model can do here. Asked before anything is written. */
  check?(read: ReadConversation, context: CopilotContext): void
  write(read: ReadConversation, context: CopilotContext): Promise<Written>
}
