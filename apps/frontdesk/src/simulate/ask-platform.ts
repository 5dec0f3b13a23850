import { setTimeout as wait } from 'node:timers/promises'
import { type SimulationInput, simulation } from '@frontdesk/contracts'
import type { Simulated } from '@frontdesk/suites'
import { z } from 'zod'

/** What the platform refuses: its status, code and, where a field is wrong, which. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly status: number
  readonly code: string
  readonly faults: { path: string; message: string }[]

  constructor(status: number, { code, detail, errors = [] }: z.output<typeof problem>) {
    super(detail)
    this.status = status
    this.code = code
    this.faults = errors
  }
}

const problem = z.object({
  code: z.string(),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})

/** Only what expectations look at: a platform of an earlier release says less. */
const simulated = simulation.pick({
  outcome: true,
  content: true,
  confidence: true,
  sources: true,
  policies: true,
  escalation: true,
})

const maxAttempts = 5
/** As long as a model may take. */
const replyLimitMs = 180_000

/**
 * Asks `POST /api/simulate`. What is refused for a moment (too many requests, a part that is away) is asked again a few
 * times. Throws `Refused`, and an Error with a sentence for the person at the terminal when no Frontdesk answers.
 */
export function askPlatform(baseUrl: string, apiKey: string) {
  async function once(body: string): Promise<{ status: number; retryAfter: string | null; value: unknown }> {
    try {
      const reply = await fetch(`${baseUrl}/api/simulate`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
        signal: AbortSignal.timeout(replyLimitMs),
      })
      const text = await reply.text()
      const isJson = /[/+]json/.test(reply.headers.get('content-type') ?? '')
      return {
        status: reply.status,
        retryAfter: reply.headers.get('retry-after'),
        value: isJson ? JSON.parse(text) : undefined,
      }
    } catch (cause) {
      throw new Error(`no Frontdesk answers at ${baseUrl}: start one, or set its address with --base-url`, { cause })
    }
  }

  return async (question: SimulationInput): Promise<Simulated> => {
    const body = JSON.stringify(question)
    for (let attempt = 1; ; attempt++) {
      const { status, retryAfter, value } = await once(body)
      if (status === 200) {
        const parsed = simulated.safeParse(value)
        if (parsed.success) return parsed.data
        throw new Error(`the server at ${baseUrl} is not a Frontdesk that can simulate`)
      }
      const isPassing = status === 429 || status === 503
      if (isPassing && attempt < maxAttempts) {
        await wait(1_000 * Math.min(Number(retryAfter) || attempt, 30))
        continue
      }
      const said = problem.safeParse(value)
      if (!said.success) throw new Error(`the server at ${baseUrl} is not a Frontdesk (HTTP ${status})`)
      if (status === 401) throw new Error(`the API key is not valid at ${baseUrl}`)
      if (status === 403) throw new Error('the API key lacks the scope `policies`')
      throw new Refused(status, said.data)
    }
  }
}

export type AskPlatform = ReturnType<typeof askPlatform>
