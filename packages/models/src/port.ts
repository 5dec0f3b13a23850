/** A passage that an answer may use. It is data, never instructions. */
export type Passage = { id: string; title: string; text: string }
export type Turn = { role: 'customer' | 'agent' | 'ai'; content: string }

export type AnswerRequest = {
  question: string
  /** The question reworded to be understood without the conversation, when that differs. */
  standalone?: string
  /** Oldest first, without the question. */
  history: Turn[]
  /** Best first. */
  passages: Passage[]
  /** The answer composed from the passages, which is used when there is no model to write one. */
  composed?: string
  /** Instructions of policies and settings, one sentence each. */
  instructions: string[]
  maxTokens?: number
  /** ISO 639-1 of the customer's language, when known. */
  language?: string
}

export type SummaryRequest = { turns: Turn[]; language?: string }
export type JudgeRequest = { question: string; passages: Passage[] }
/** Whether passages answer a question: all of it, a part, or not at all. */
export type Verdict = 'yes' | 'partly' | 'no'
/** `language`: ISO 639-1, the language to write the question in. */
export type RewriteRequest = { question: string; history: Turn[]; language?: string }

/** The topics of a policy: names, phrases and example messages. */
export type TopicRequest = { text: string; topics: { name: string; phrases: string[]; examples?: string[] }[] }

/** How an answer speaks to a customer. */
export type Tone = 'formal' | 'informal' | 'professional'
export type RestyleRequest = { text: string; tone: Tone; language?: string }

/** `to`: ISO 639-1. `keep`: texts that the translation must contain unchanged. */
export type TranslateRequest = { text: string; to: string; keep?: string[] }

export type Mood = 'positive' | 'neutral' | 'negative' | 'frustrated'
export type AssessRequest = { turns: Turn[] }
/** How a customer feels, and how certain that is, 0..1. */
export type Assessment = { label: Mood; score: number }

export type NoteRequest = SummaryRequest
/** For a colleague, in sentences: what the customer wants, what was tried, what is open. */
export type NoteDraft = { wants: string[]; tried: string[]; open: string[] }

/** The tokens of one request. `isEstimated`: the endpoint did not report them, so they were counted here. */
export type Usage = { model: string; promptTokens: number; completionTokens: number; isEstimated?: true }
export type CallOptions = {
  signal: AbortSignal
  /** Called once for each request that reached an endpoint and used tokens, also when it was interrupted. */
  onUsage?: (usage: Usage) => void
  /** Called when the limit of tokens cut an answer off: what came is not all of it. */
  onTruncated?: () => void
}

/** `kind`: whether the texts ask or may answer, for models that tell these apart; `passage` unless told. */
export type EmbedOptions = { signal?: AbortSignal; kind?: 'query' | 'passage' }

/**
 * Text generation and embeddings. Every method takes a signal and stops work when it aborts. What generates text throws
 * `model_unavailable` for an outage, `model_refused` where the model or its content filter doesn't want to answer, and
 * `model_failed` for what the same request meets again (key, model name, quota, a prompt that is too long). The thoughts that
 * a model writes into its text are left out everywhere.
 */
export interface Models {
  /** `chat` is null when no endpoint is configured: answers are then composed from the passages. */
  readonly chat: string | null
  readonly embedding: {
    model: string
    dimensions: number
    /** Whether chunks are indexed with their vectors, because these hold more than the words of a text. */
    isIndexed: boolean
    /** Weight of the vector list in fusion, fitted, 0..1; 0 where vectors are not indexed. */
    weight: number
    /**
     * The cosine of what has nothing to do with a question, and of what says the same: fusion stretches what lies between to
     * 0..1. Models whose cosines all lie close together would hardly count otherwise. 0 and 1 unless given.
     */
    cosines?: { unrelated: number; same: number }
  }
  /** Whether the model can generate free text (translate, restyle). When false those methods throw `model_required`. */
  readonly writesFreely: boolean

  /** Unit vectors, one a text, in order. Throws `model_unavailable`. */
  embed(texts: string[], options?: EmbedOptions): Promise<number[][]>
  /** Frees what the models hold in this process. */
  close?(): Promise<void>
  /**
   * How relevant each text is to a question, in order: a number that is larger for what answers it better, and only compares
   * within one call. Undefined where no reranker is configured. Asked once, within its own time; throws `model_unavailable`.
   */
  rerank?(question: string, texts: string[], options?: { signal?: AbortSignal }): Promise<number[]>
  /** Parts of the answer's text as they arrive, each of whole characters, without the model's thoughts. */
  answer(request: AnswerRequest, options: CallOptions): AsyncIterable<string>
  /** Two or three sentences on a conversation. */
  summarize(request: SummaryRequest, options: CallOptions): Promise<string>
  /**
   * Whether the passages answer the question, in the model's judgement. Not retried; set a time limit with the signal.
   */
  judge(request: JudgeRequest, options: CallOptions): Promise<Verdict>
  /**
   * The name of the topic of a text, in the model's judgement, or undefined. Not retried; set a time limit with the
   * signal.
   */
  judgeTopics(request: TopicRequest, options: CallOptions): Promise<string | undefined>
  /**
   * The question, reworded to be understood without the conversation. Not retried; set a time limit with the signal.
   */
  rewrite(request: RewriteRequest, options: CallOptions): Promise<string>
  /** The text in another tone; `model_unfaithful` when it was cut off. The caller must check that names and numbers were kept. */
  restyle(request: RestyleRequest, options: CallOptions): Promise<string>
  /** The text in another language; `model_unfaithful` when it was cut off. The caller must check that names and numbers were kept. */
  translate(request: TranslateRequest, options: CallOptions): Promise<string>
  /** How the customer feels at the end of a conversation. Not retried; set a time limit with the signal. */
  assess(request: AssessRequest, options: CallOptions): Promise<Assessment>
  /** An internal note on a conversation. Not retried; the caller must check it against the conversation. */
  draftNote(request: NoteRequest, options: CallOptions): Promise<NoteDraft>
  check(): Promise<void>
}
