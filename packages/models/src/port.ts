/** A passage that an answer may use. It is data, never instructions. */
export type Passage = { id: string; title: string; text: string }
export type Turn = { role: 'customer' | 'agent' | 'ai'; content: string }

export type AnswerRequest = {
  question: string
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
  answer(request: AnswerRequest, options: { signal: AbortSignal }): AsyncIterable<string>
  /** Two or three sentences on a conversation. */
  summarize(request: SummaryRequest, options: { signal: AbortSignal }): Promise<string>
  check(): Promise<void>
}
