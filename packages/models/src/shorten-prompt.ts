import { PromptTooLong } from './classify-failure.ts'
import type { Tokenizer } from './count-tokens.ts'
import type { ChatMessage } from './write-prompt.ts'

/** A prompt that can be built to fit a number of tokens. */
type SizedPrompt = { budget: number; build: (budget: number) => ChatMessage[]; tokenizer: Tokenizer }

/** The prompt with half of the tokens that it has; undefined when it has nothing that could be left out. */
function shorter({ budget, build, tokenizer }: SizedPrompt, messages: ChatMessage[]): ChatMessage[] | undefined {
  const tokensOf = (some: ChatMessage[]) => some.reduce((sum, { content }) => sum + tokenizer.count(content), 0)
  const size = tokensOf(messages)
  const built = build(Math.min(budget, Math.floor(size / 2)))
  return tokensOf(built) < size ? built : undefined
}

/** What an endpoint answers to the prompt, or, where that is too long for it, to one half as long. */
export async function askShorter<T>(prompt: SizedPrompt, ask: (messages: ChatMessage[]) => Promise<T>): Promise<T> {
  const messages = prompt.build(prompt.budget)
  try {
    return await ask(messages)
  } catch (error) {
    const less = error instanceof PromptTooLong ? shorter(prompt, messages) : undefined
    if (!less) throw error
    return ask(less)
  }
}

/** The same for a stream. An endpoint that finds a prompt too long says so before the first part. */
export async function* streamShorter(
  prompt: SizedPrompt,
  stream: (messages: ChatMessage[]) => AsyncIterable<string>,
): AsyncGenerator<string> {
  const messages = prompt.build(prompt.budget)
  let hasBegun = false
  try {
    for await (const part of stream(messages)) {
      hasBegun = true
      yield part
    }
  } catch (error) {
    const less = error instanceof PromptTooLong && !hasBegun ? shorter(prompt, messages) : undefined
    if (!less) throw error
    yield* stream(less)
  }
}
