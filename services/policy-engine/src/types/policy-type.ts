import type { Fault, Policy, PolicyDecision } from '@frontdesk/contracts'
import type { Models, Tokenizer, Usage } from '@frontdesk/models'
import type { z } from 'zod'
import type { GrowingMasks } from '../personal-data/growing-masks.ts'

/** What evaluation needs besides the policies. `tokenizer` is set when one of them is a Length Limit. */
export type Tools = {
  models: Pick<Models, 'embed' | 'embedding' | 'writesFreely' | 'restyle' | 'judgeTopics'>
  /** How long (ms) a language model may judge topics after the rules; absent or 0: it is not asked. */
  topicJudgeMs?: number
  tokenizer?: Tokenizer | undefined
  signal?: AbortSignal
  /** Masks of the answers that are being written now; without them each answer is masked from its beginning. */
  masks?: GrowingMasks
  /** Called for each policy that can't be evaluated; nothing is sent then. */
  onFailure?: (policy: Policy, cause: unknown) => void
  /** Called with the tokens of each request to a language model. */
  onUsage?: (usage: Usage) => void
  /** Called when the model could not judge topics, so that the verdict of the rules is used. */
  onUnjudged?: (policy: Policy, cause: unknown) => void
}

/** Why a policy decided as it did, for the trace. */
type Decided = { decision: PolicyDecision['decision']; reason: string }

/** The decision of a policy on a text, and the text that may be sent. */
export type Verdict = Decided & { text: string }

/** A customer's message to be screened, and the conversation before it. */
export type Asked = {
  text: string
  history: string[]
  /** The text as a model may see it: masked by every PII Filter before generation, also by those that are evaluated later. */
  forModels(): string
}

/**
 * The decision of a policy on a message: the text and history that the model may see (absent: unchanged), and
 * instructions for the model.
 */
export type Screening = Decided & Partial<Omit<Asked, 'forModels'>> & { instruction?: string; maxTokens?: number }

/** An answer, or the part written so far (`final` false), and the policies that are evaluated after this one. */
export type Answer = { text: string; final: boolean; following: Policy[] }

/** A policy of one type. */
export type PolicyOf<T extends Policy['type']> = Extract<Policy, { type: T }>

/** Everything that is particular to one type of policy. */
export type PolicyType<T extends Policy['type']> = {
  /** The schema of its config. */
  config: z.ZodType<PolicyOf<T>['config']>
  /**
   * What it holds back while an answer is written: only what more text could change (`segment`), or everything
   * (`answer`).
   */
  holds: 'segment' | 'answer'
  /** Whether it rewrites the text, so that the earlier policies are evaluated again on the result. */
  rewrites?: boolean
  /** What it sets of an answer, so that texts which keep theirs go without it; `null`: it applies to every text. */
  sets: 'tone' | 'length' | null
  /** Before generation. A block ends the turn with the refusal. */
  before(policy: PolicyOf<T>, asked: Asked, tools: Tools): Screening | Promise<Screening>
  /** After generation. While an answer is written, a `segment` type returns only text that later text can't change. */
  after(policy: PolicyOf<T>, answer: Answer, tools: Tools): Verdict | Promise<Verdict>
  /** Why a config that matches the schema could still not be evaluated; paths start at `config`. */
  faults(config: PolicyOf<T>['config']): Fault[]
}
