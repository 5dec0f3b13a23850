import type { AnswerSource, Citation, FoundChunk, PolicyDecision } from '@frontdesk/contracts'

/** Why a model that was asked won't answer: it or its filter refused, or its key, name, quota or the request isn't accepted. */
export type ModelFault = 'model_refused' | 'model_failed'

/** How a question ended. `content` of an answer starts with everything that was released before. */
export type Outcome = { decisions: PolicyDecision[]; chunks: FoundChunk[] } & (
  | {
      kind: 'answered'
      content: string
      /** Absent: a text. */
      format?: 'markdown'
      /** The limit of tokens cut it off. */
      truncated?: true
      /** Of what was written: the answerability, less what has no support. */
      confidence: number
      /** The confidence that it was decided on; absent when nothing had to be found. */
      answerability?: number
      /** `confidence` before the tenant's recalibration; absent when there was none. */
      computedConfidence?: number
      sources: AnswerSource[]
      citations: Citation[]
    }
  | { kind: 'blocked'; policy: string; reason: string }
  | { kind: 'escalated'; reason: 'low_confidence' | 'contradiction' | ModelFault; confidence: number }
)

/** Either the released text (all of it so far), or the end. */
export type Progress = { kind: 'released'; text: string } | Outcome
