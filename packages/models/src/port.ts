/** A passage that an answer may use. It is data, never instructions. */
export type Passage = { id: string; title: string; text: string }
export type Turn = { role: 'customer' | 'agent' | 'ai'; content: string }

export type AnswerRequest = {
  question: string
  /** The question as it can be understood without the conversation, when that is not the same. */
  standalone?: string
  /** Oldest first, without the question. */
  history: Turn[]
  /** Best first. */
  passages: Passage[]
  /** What policies and settings ask for, a sentence each. */
  instructions: string[]
  maxTokens?: number
  /** ISO 639-1 of the customer's language, when known. */
  language?: string
}

export type SummaryRequest = { turns: Turn[]; language?: string }
export type JudgeRequest = { question: string; passages: Passage[] }
/** Whether passages answer a question: all of it, a part, or not at all. */
export type Verdict = 'yes' | 'partly' | 'no'
/** `language`: ISO 639-1 of what the question shall be written in. */
export type RewriteRequest = { question: string; history: Turn[]; language?: string }

/** How an answer speaks to a customer. */
export type Tone = 'formal' | 'informal' | 'professional'
export type RestyleRequest = { text: string; tone: Tone; language?: string }

/** `to`: ISO 639-1. `keep`: what has to stand in the translation letter by letter. */
export type TranslateRequest = { text: string; to: string; keep?: string[] }

export type Mood = 'positive' | 'neutral' | 'negative' | 'frustrated'
export type AssessRequest = { turns: Turn[] }
/** How a customer feels, and how certain that is, 0..1. */
export type Assessment = { label: Mood; score: number }

export type NoteRequest = SummaryRequest
/** For a colleague, in sentences: what the customer wants, what was tried, what is open. */
export type NoteDraft = { wants: string[]; tried: string[]; open: string[] }

/** What one request cost. `isEstimated`: the endpoint did not say, so the tokens were counted here. */
export type Usage = { model: string; promptTokens: number; completionTokens: number; isEstimated?: true }
export type CallOptions = {
  signal: AbortSignal
  /** Called once for each request that reached an endpoint and cost tokens, also when it was cut short. */
  onUsage?: (usage: Usage) => void
}

/** Text generation and embeddings. Every method takes a signal and stops work when it aborts. */
export interface Models {
  /** `chat` is null when no endpoint is configured: answers are then composed from the passages. */
  readonly chat: string | null
  readonly embedding: {
    model: string
    dimensions: number /** Weight of the vector list in fusion, fitted, 0..1. */
    weight: number
  }
  /** Whether free writing (translation, restyling) is possible. When false those throw `model_required`. */
  readonly writesFreely: boolean

  /** Unit vectors, one a text, in order. Throws `model_unavailable`. */
  embed(texts: string[], options?: { signal?: AbortSignal }): Promise<number[][]>
  /** Parts of the answer's text as they come. Throws `model_unavailable`; a part cut inside a character never appears. */
  answer(request: AnswerRequest, options: CallOptions): AsyncIterable<string>
  /** Two or three sentences on a conversation. */
  summarize(request: SummaryRequest, options: CallOptions): Promise<string>
  /** Whether the passages answer the question, as the model reads them. Tried once: bound it with the signal. */
  judge(request: JudgeRequest, options: CallOptions): Promise<Verdict>
  /** The question so that it can be understood without the conversation. Tried once: bound it with the signal. */
  rewrite(request: RewriteRequest, options: CallOptions): Promise<string>
  /** The same in another tone. What the model kept of names and numbers is for the caller to check. */
  restyle(request: RestyleRequest, options: CallOptions): Promise<string>
  /** The same in another language. What the model kept of names and numbers is for the caller to check. */
  translate(request: TranslateRequest, options: CallOptions): Promise<string>
  /** How the customer feels at the end of a conversation. Tried once: bound it with the signal. */
  assess(request: AssessRequest, options: CallOptions): Promise<Assessment>
  /** An internal note on a conversation. Tried once; what the model kept to is for the caller to check. */
  draftNote(request: NoteRequest, options: CallOptions): Promise<NoteDraft>
  check(): Promise<void>
}
