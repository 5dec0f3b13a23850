import { z } from 'zod'
import { endpointCheck } from './check-endpoint.ts'
import { completeStructured } from './complete-structured.ts'
import { assessment, assessPrompt, noteDraft, notePrompt, translatePrompt } from './copilot-prompts.ts'
import { loadTokenizer } from './count-tokens.ts'
import { embedRemotely } from './embed-remotely.ts'
import { embedLocally, localEmbedding } from './local.ts'
import { defaultRequestMs, type OpenAiOptions, openEndpoints } from './open-endpoints.ts'
import type { CallOptions, Models } from './port.ts'
import { restylePrompt } from './restyle-prompt.ts'
import { streamCompletion } from './stream-completion.ts'
import { topicPrompt, topicVerdict } from './topic-prompt.ts'
import { wholeCharacters } from './whole-characters.ts'
import { askFirst, streamFirst } from './with-fallback.ts'
import { withholdRules } from './withhold-rules.ts'
import { answerPrompt, type ChatMessage, judgePrompt, rewritePrompt, summaryPrompt } from './write-prompt.ts'

const summaryTokens = 200
/** Room for a verdict, or a question, and for models that think first. */
const structuredTokens = 400
/** What it may cost to judge the topic of a text: a long one is judged by its beginning. */
const maxTopicTokens = 4_000
/** Three lists of short sentences. */
const noteTokens = 700
/** A question that stands alone is a sentence; anything longer is not what was asked for. */
const maxRewriteCharacters = 1_000

const verdict = z.strictObject({ answers: z.enum(['yes', 'partly', 'no']) })
const rewritten = z.strictObject({ question: z.string().max(maxRewriteCharacters).trim().min(1) })

/**
 * Models behind an OpenAI-compatible endpoint. Asks for one embedding when it opens, to learn the dimensions. Every
 * failure is `model_unavailable` with a detail that names what happened (status, timeout, cut) and never the key; an abort
 * closes the HTTP request and throws the signal's reason.
 */
export async function openaiModels(options: OpenAiOptions): Promise<Models> {
  const { apiKey, chatModel, embeddingModel, requestMs = defaultRequestMs } = options
  const { contextTokens = 16_000, historyTokens = 2_000, maxAnswerTokens = 800 } = options
  // Loaded here, so a process with the local models pays for neither.
  const [{ default: Client }, tokenizer] = await Promise.all([import('openai'), loadTokenizer(chatModel)])
  const { client, endpoints } = openEndpoints(Client, options, tokenizer)
  const streams = endpoints.map(streamCompletion)
  const objects = endpoints.map(completeStructured)
  const checks = endpoints.map(({ client, apiKey }) => endpointCheck(client, apiKey))
  const remote = embeddingModel ? embedRemotely(client, { model: embeddingModel, apiKey, requestMs }) : undefined

  const write = (messages: ChatMessage[], maxTokens: number, call: CallOptions) =>
    wholeCharacters(streamFirst(streams.map((stream) => () => stream({ ...call, messages, maxTokens }))))
  const writeWhole = async (messages: ChatMessage[], maxTokens: number, call: CallOptions) =>
    (await Array.fromAsync(write(messages, maxTokens, call))).join('').trim()
  const decide = <T extends z.ZodObject>(
    schema: T,
    name: string,
    messages: ChatMessage[],
    call: CallOptions,
    maxTokens = structuredTokens,
  ) => askFirst(objects.map((ask) => () => ask(schema, name, { ...call, messages, maxTokens })))

  return {
    chat: chatModel,
    embedding: remote
      ? {
          model: embeddingModel!,
          dimensions: await remote.dimensions(),
          isIndexed: true,
          weight: options.embeddingWeight ?? 0.3,
        }
      : localEmbedding,
    writesFreely: true,
    embed: remote ? remote.embed : embedLocally,
    answer(request, call) {
      const maxTokens = Math.min(request.maxTokens ?? maxAnswerTokens, maxAnswerTokens)
      const budget = { prompt: contextTokens - maxTokens, history: historyTokens }
      const prompt = answerPrompt(request, tokenizer, budget)
      return withholdRules(write(prompt, maxTokens, call), prompt[0]!.content)
    },
    summarize(request, call) {
      const messages = summaryPrompt(request, tokenizer, contextTokens - summaryTokens)
      return writeWhole(messages, summaryTokens, call)
    },
    async judge(request, call) {
      const messages = judgePrompt(request, tokenizer, contextTokens - structuredTokens)
      return (await decide(verdict, 'verdict', messages, call)).answers
    },
    async judgeTopics(request, call) {
      const messages = topicPrompt(request, tokenizer, Math.min(maxTopicTokens, contextTokens - structuredTokens))
      const { topic } = await decide(topicVerdict, 'topic', messages, call)
      return request.topics[topic - 1]?.name
    },
    async rewrite(request, call) {
      const messages = rewritePrompt(request, tokenizer, Math.min(historyTokens, contextTokens - structuredTokens))
      return (await decide(rewritten, 'question', messages, call)).question
    },
    // Another tone may take more words, hardly twice as many.
    restyle: (request, call) => writeWhole(restylePrompt(request), 2 * tokenizer.count(request.text) + 64, call),
    // Swedish takes more tokens than English.
    translate: (request, call) => writeWhole(translatePrompt(request), 3 * tokenizer.count(request.text) + 64, call),
    async assess(request, call) {
      const messages = assessPrompt(request, tokenizer, contextTokens - structuredTokens)
      const { sentiment, certainty } = await decide(assessment, 'assessment', messages, call)
      return { label: sentiment, score: certainty }
    },
    draftNote(request, call) {
      const messages = notePrompt(request, tokenizer, contextTokens - noteTokens)
      return decide(noteDraft, 'note', messages, call, noteTokens)
    },
    check: () => askFirst(checks),
  }
}
