import { ServiceError } from '@frontdesk/contracts'
import { z } from 'zod'
import { endpointCheck } from './check-endpoint.ts'
import { completeStructured } from './complete-structured.ts'
import { assessment, assessPrompt, noteDraft, notePrompt, translatePrompt } from './copilot-prompts.ts'
import { loadTokenizer } from './count-tokens.ts'
import { openRemoteEmbedding } from './embed-remotely.ts'
import { embedLocally, localEmbedding } from './local.ts'
import { type OpenAiOptions, openEndpoints } from './open-endpoints.ts'
import type { CallOptions, Models } from './port.ts'
import { restylePrompt } from './restyle-prompt.ts'
import { askShorter, streamShorter } from './shorten-prompt.ts'
import { streamCompletion } from './stream-completion.ts'
import { topicPrompt, topicVerdict } from './topic-prompt.ts'
import { wholeCharacters } from './whole-characters.ts'
import { askFirst, streamFirst } from './with-fallback.ts'
import { withholdRules } from './withhold-rules.ts'
import {
  answerPrompt,
  answerRulesOf,
  type ChatMessage,
  judgePrompt,
  rewritePrompt,
  summaryPrompt,
} from './write-prompt.ts'

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
 * failure has a detail that names what happened (status, timeout, cut) and never the key; an abort closes the HTTP request and
 * throws the signal's reason. A prompt that the model finds too long is sent once more, half as long.
 */
export async function openaiModels(options: OpenAiOptions): Promise<Models> {
  const { chatModel, embeddingModel } = options
  const { contextTokens = 16_000, historyTokens = 2_000, maxAnswerTokens = 800 } = options
  // Loaded here, so a process with the local models pays for neither.
  const [{ default: Client }, tokenizer] = await Promise.all([import('openai'), loadTokenizer(chatModel)])
  const { client, endpoints } = openEndpoints(Client, options, tokenizer)
  const streams = endpoints.map(streamCompletion)
  const objects = endpoints.map((each) => completeStructured(each))
  const checks = endpoints.map(({ client, apiKey }) => endpointCheck(client, apiKey))
  const { embedding, embed } = embeddingModel
    ? await openRemoteEmbedding(client, { ...options, embeddingModel })
    : { embedding: localEmbedding, embed: embedLocally }

  const sized = (budget: number, build: (budget: number) => ChatMessage[]) => ({ budget, build, tokenizer })
  type Prompt = ReturnType<typeof sized>
  const write = (prompt: Prompt, maxTokens: number, call: CallOptions & { isWhole?: boolean }) =>
    wholeCharacters(
      streamFirst(
        streams.map((stream) => () => streamShorter(prompt, (messages) => stream({ ...call, messages, maxTokens }))),
      ),
    )
  const writeWhole = async (prompt: Prompt, maxTokens: number, call: CallOptions) =>
    (await Array.fromAsync(write(prompt, maxTokens, { ...call, isWhole: true }))).join('').trim()
  /** A text that stands for another must not lack its end. */
  const writeAll = async (messages: ChatMessage[], maxTokens: number, call: CallOptions) => {
    let isCut = false
    const onTruncated = () => {
      isCut = true
    }
    const text = await writeWhole(
      sized(contextTokens, () => messages),
      maxTokens,
      { ...call, onTruncated },
    )
    if (isCut) throw new ServiceError('model_unfaithful', { detail: 'The language model did not finish its text.' })
    return text
  }
  const decide = <T extends z.ZodObject>(
    schema: T,
    name: string,
    prompt: Prompt,
    call: CallOptions,
    maxTokens = structuredTokens,
  ) =>
    askFirst(
      objects.map((ask) => () => askShorter(prompt, (messages) => ask(schema, name, { ...call, messages, maxTokens }))),
    )

  return {
    chat: chatModel,
    embedding,
    embed,
    writesFreely: true,
    answer(request, call) {
      const maxTokens = Math.min(request.maxTokens ?? maxAnswerTokens, maxAnswerTokens)
      const build = (prompt: number) => answerPrompt(request, tokenizer, { prompt, history: historyTokens })
      const prompt = sized(contextTokens - maxTokens, build)
      return withholdRules(write(prompt, maxTokens, call), answerRulesOf(request))
    },
    async summarize(request, call) {
      const prompt = sized(contextTokens - summaryTokens, (budget) => summaryPrompt(request, tokenizer, budget))
      let isCut = false
      const onTruncated = () => {
        isCut = true
      }
      const summary = await writeWhole(prompt, summaryTokens, { ...call, onTruncated })
      return isCut ? `${summary}…` : summary
    },
    async judge(request, call) {
      const prompt = sized(contextTokens - structuredTokens, (budget) => judgePrompt(request, tokenizer, budget))
      return (await decide(verdict, 'verdict', prompt, call)).answers
    },
    async judgeTopics(request, call) {
      const budget = Math.min(maxTopicTokens, contextTokens - structuredTokens)
      const prompt = sized(budget, (tokens) => topicPrompt(request, tokenizer, tokens))
      const { topic } = await decide(topicVerdict, 'topic', prompt, call)
      return request.topics[topic - 1]?.name
    },
    async rewrite(request, call) {
      const budget = Math.min(historyTokens, contextTokens - structuredTokens)
      const prompt = sized(budget, (tokens) => rewritePrompt(request, tokenizer, tokens))
      return (await decide(rewritten, 'question', prompt, call)).question
    },
    // Another tone may take more words, hardly twice as many.
    restyle: (request, call) => writeAll(restylePrompt(request), 2 * tokenizer.count(request.text) + 64, call),
    // Swedish takes more tokens than English.
    translate: (request, call) => writeAll(translatePrompt(request), 3 * tokenizer.count(request.text) + 64, call),
    async assess(request, call) {
      const prompt = sized(contextTokens - structuredTokens, (budget) => assessPrompt(request, tokenizer, budget))
      const { sentiment, certainty } = await decide(assessment, 'assessment', prompt, call)
      return { label: sentiment, score: certainty }
    },
    draftNote(request, call) {
      const prompt = sized(contextTokens - noteTokens, (budget) => notePrompt(request, tokenizer, budget))
      return decide(noteDraft, 'note', prompt, call, noteTokens)
    },
    check: () => askFirst(checks),
  }
}
