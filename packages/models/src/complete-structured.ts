import { ServiceError } from '@frontdesk/contracts'
import { z } from 'zod'
import { alternateRoles } from './alternate-roles.ts'
import { isCuttingEnd, isRefusingEnd, lastingFaultOf } from './classify-failure.ts'
import { startDeadline } from './deadline.ts'
import { describeChatFailure } from './describe-failure.ts'
import { type LimitName, otherLimitName } from './limit-name.ts'
import { readObject } from './read-object.ts'
import { type CompletionRequest, type Endpoint, note } from './stream-completion.ts'
import { withoutThoughts } from './withhold-thoughts.ts'
import type { ChatMessage } from './write-prompt.ts'

/** How an object is asked for, best first: by its schema, as any JSON, or in words alone. */
const formats = ['json_schema', 'json_object', 'text'] as const
type Format = (typeof formats)[number]

/** An endpoint that refused a format is asked for it again after so long: it may have been changed. */
const refusedForMs = 10 * 60_000
/** A model that thinks in its text thinks here too, and must get to its reply. */
const thinkingTokens = 1_600

/**
 * Asks for an object of a schema (structured output: `response_format` of type `json_schema`, strict). An endpoint that
 * refuses the format is asked for `json_object`, then without a format; what it takes is remembered for ten minutes. Otherwise
 * tried once, and what holds no object of the schema is `model_unavailable`: whoever asks has something else to go by.
 */
export function completeStructured(endpoint: Endpoint, now = () => performance.now()) {
  const { client, model, apiKey, breaker, limits, habit } = endpoint
  let best: Format = 'json_schema'
  let refusedUntil = 0
  let limitName: LimitName = 'max_tokens'

  return async function complete<T extends z.ZodObject>(
    schema: T,
    name: string,
    { messages, maxTokens, signal, onUsage }: CompletionRequest,
  ): Promise<z.output<T>> {
    signal.throwIfAborted()
    const tried = breaker.enter()
    const deadline = startDeadline(signal)
    deadline.within(limits.firstTokenMs, `The model endpoint did not judge within ${limits.firstTokenMs / 1_000} s.`)
    if (now() >= refusedUntil) best = 'json_schema'
    const create = (format: Format) =>
      client.chat.completions.create(
        {
          model,
          messages: alternateRoles(inWords(messages, schema, format)),
          [limitName]: maxTokens + (habit.thinks ? thinkingTokens : 0),
          ...(format === 'json_schema' && {
            response_format: { type: format, json_schema: { name, strict: true, schema: jsonSchemaOf(schema) } },
          }),
          ...(format === 'json_object' && { response_format: { type: format } }),
        },
        { signal: deadline.signal, timeout: limits.firstTokenMs, maxRetries: 0 },
      )
    const ask = async () => {
      let isOtherName = false
      for (let format = best; ; ) {
        try {
          const reply = await deadline.race(create(format))
          // Remembered once something else worked: the fault may have been of another kind.
          if (format !== best) {
            best = format
            refusedUntil = now() + refusedForMs
          }
          return reply
        } catch (error) {
          deadline.check()
          const other = isOtherName ? undefined : otherLimitName(error, limitName)
          if (other) {
            limitName = other
            isOtherName = true
          } else {
            const next = formats[formats.indexOf(format) + 1]
            if (!next || !mayBeAboutFormat(error)) throw error
            format = next
          }
        }
      }
    }
    try {
      const reply = await ask()
      tried.succeeded()
      if (reply.usage) {
        const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = reply.usage
        breaker.used({ promptTokens, completionTokens })
        onUsage?.({ model, promptTokens, completionTokens })
      }
      const choice = reply.choices?.[0]
      const finished = choice?.finish_reason ?? null
      if (isRefusingEnd(finished) || choice?.message.refusal) throw new ServiceError('model_refused')
      const said = withoutThoughts(choice?.message.content ?? '', habit, isCuttingEnd(finished))
      return readObject(said, schema)
    } catch (error) {
      note(tried, error, signal)
      deadline.check()
      throw describeChatFailure(error, 'judge', apiKey)
    } finally {
      deadline.end()
    }
  }
}

/** The messages, with the schema in words where the format does not say it. */
function inWords(messages: ChatMessage[], schema: z.ZodObject, format: Format): ChatMessage[] {
  if (format === 'json_schema') return messages
  const rule = `Answer with one JSON object and nothing else. It must match this JSON schema: ${JSON.stringify(jsonSchemaOf(schema))}`
  const [first, ...rest] = messages
  return first?.role === 'system'
    ? [{ role: 'system', content: `${first.content}\n${rule}` }, ...rest]
    : [{ role: 'system', content: rule }, ...messages]
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

/** Servers say in many ways that they don't know a format, some only that the request is not valid. */
function mayBeAboutFormat(error: unknown): boolean {
  const { status, message = '' } = error as { status?: number; message?: string }
  const isNamed = /response_?format|json|schema|structured|grammar|guided/i.test(message)
  if (status === 404 || (status ?? 0) >= 500) return isNamed
  const fault = lastingFaultOf(error)
  return [400, 405, 415, 422].includes(status ?? 0) && (isNamed || fault === 'failed')
}
