import type { AnswerSource, BodyOf, CopilotOutcome, copilot } from '@frontdesk/contracts'
import type { CopilotContext } from '../context.ts'
import type { ReadConversation } from '../runs/read-conversation.ts'
import type { Sentiment } from '../sentiment/analyze-sentiment.ts'

export type ActionName = BodyOf<typeof copilot.streams.actionRun>['action']

/** What an action wrote. `model`: what wrote it, `local` when no language model did. */
export type Written = {
  text: string
  model: string
  sources?: AnswerSource[]
  sentiment?: Pick<Sentiment, 'label' | 'score'>
  /** The policies have decided on it already, and this is what came of it. */
  outcome?: CopilotOutcome
}

export type Action = {
  /** Throws `model_required` for what only a language model can do here. Asked before anything is written. */
  check?(read: ReadConversation, context: CopilotContext): void
  write(read: ReadConversation, context: CopilotContext): Promise<Written>
}
