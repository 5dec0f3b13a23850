import { ServiceError } from '@frontdesk/contracts'
import { z } from 'zod'
import { startDeadline } from './deadline.ts'
import { describeFailure } from './describe-failure.ts'
import { type CompletionRequest, type Endpoint, note } from './stream-completion.ts'

/**
 * Asks for an object of a schema (structured output: `response_format` of type `json_schema`, strict). Tried once, and
 * what does not fit the schema is `model_unavailable`: whoever asks has something else to go by. An endpoint that refuses
 * the format is not asked again by this process.
 */
export function completeStructured({ client, model, apiKey, breaker, limits }: Endpoint) {
  let isRefused = false
  let limitName: 'max_tokens' | 'max_completion_tokens' = 'max_tokens'

  return async function complete<T extends z.ZodObject>(
    schema: T,
    name: string,
    { messages, maxTokens, signal, onUsage }: CompletionRequest,
  ): Promise<z.output<T>> {
    signal.throwIfAborted()
    if (isRefused)
      throw new ServiceError('model_unavailable', { detail: `${model} does not support structured output.` })
    const tried = breaker.enter()
    const deadline = startDeadline(signal)
    deadline.within(limits.firstTokenMs, `The model endpoint did not judge within ${limits.firstTokenMs / 1_000} s.`)
    const ask = () =>
      client.chat.completions.create(
        {
          model,
          messages,
          [limitName]: maxTokens,
          response_format: { type: 'json_schema', json_schema: { name, strict: true, schema: jsonSchemaOf(schema) } },
        },
        { signal: deadline.signal, timeout: limits.firstTokenMs, maxRetries: 0 },
      )
    try {
      const reply = await deadline.race(
        ask().catch((error) => {
          if (!isAboutLimitName(error) || limitName === 'max_completion_tokens') throw error
          limitName = 'max_completion_tokens'
          return ask()
        }),
      )
      tried.succeeded()
      if (reply.usage) {
        const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = reply.usage
        breaker.used({ promptTokens, completionTokens })
        onUsage?.({ model, promptTokens, completionTokens })
      }
      return schema.parse(JSON.parse(reply.choices[0]?.message.content ?? ''))
    } catch (error) {
      if (isRefusal(error)) isRefused = true
      note(tried, error, signal)
      deadline.check()
      throw describeFailure(error, 'judge', apiKey)
    } finally {
      deadline.end()
    }
  }
}

/** A cache by schema, which never changes. */
const jsonSchemas = new WeakMap<z.ZodObject, Record<string, unknown>>()
function jsonSchemaOf(schema: z.ZodObject): Record<string, unknown> {
  const known = jsonSchemas.get(schema)
  if (known) return known
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema)
  jsonSchemas.set(schema, jsonSchema)
  return jsonSchema
}

const isBadRequest = (error: unknown, about: string): boolean => {
  const { status, message = '' } = error as { status?: number; message?: string }
  return (status === 400 || status === 422) && message.includes(about)
}
const isAboutLimitName = (error: unknown): boolean => isBadRequest(error, 'max_completion_tokens')
const isRefusal = (error: unknown): boolean =>
  isBadRequest(error, 'response_format') || isBadRequest(error, 'json_schema')
