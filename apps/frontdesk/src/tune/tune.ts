import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readQuestions } from './read-questions.ts'

const usage = `frontdesk tune --questions FILE   fit the weight of the embedding model's vectors in the search to your questions
    FILE is CSV with the columns question and source, or JSON lines with these fields; a source is an id, a title, a file
    name or a URL. At most 500 questions; the result is used only if there are at least 20.
    --dry-run               only measure, change nothing
    --base-url URL          address of Frontdesk; default BASE_URL, else http://localhost:<PORT or 8080>
    --api-key KEY           with the scope knowledge; default FRONTDESK_API_KEY, else BOOTSTRAP_API_KEY
    --json                  print the result as JSON
`

const options = {
  questions: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'base-url': { type: 'string' },
  'api-key': { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const pollMs = 500
const print = (text: string) => void process.stdout.write(`${text}\n`)

type Fitted = { weight: number; questions: number; before: number; crossValidated: number; isApplied: boolean }

/**
 * Fits the search of a running Frontdesk to the questions of a file, and prints what came of it. Throws an Error with a
 * sentence for the person at the terminal.
 */
export async function tune(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options })
  if (values.help) return print(usage)
  const { env } = process
  const file = values.questions
  if (file === undefined) throw new Error(`a file of questions is needed.\n\n${usage}`)
  const baseUrl = (values['base-url'] ?? env.BASE_URL ?? `http://localhost:${env.PORT ?? 8080}`).replace(/\/$/, '')
  const apiKey = values['api-key'] ?? env.FRONTDESK_API_KEY ?? env.BOOTSTRAP_API_KEY
  if (!apiKey) throw new Error('an API key is needed: --api-key, or FRONTDESK_API_KEY')
  const ask = askWith(baseUrl, apiKey)

  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new Error(`${file} can't be read: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  })
  let questions: ReturnType<typeof readQuestions>
  try {
    questions = readQuestions(file, text)
  } catch (cause) {
    throw new Error(`${file}: ${(cause as Error).message}`, { cause })
  }
  const { jobId } = await ask<{ jobId: string }>('POST', '/api/knowledge/tune', {
    questions,
    apply: !values['dry-run'],
  })
  for (;;) {
    const job = await ask<{ state: string; items: { error?: { message: string } }[] }>('GET', `/api/jobs/${jobId}`)
    const error = job.items[0]?.error
    if (error) throw new Error(`the fit failed: ${error.message}`)
    if (job.state === 'finished') break
    await wait(pollMs)
  }
  const result = await ask<{ model: string; weight: number; fitted: Fitted }>('GET', '/api/knowledge/tune')
  if (values.json) return print(JSON.stringify(result, null, 2))
  const { weight, questions: count, before, crossValidated, isApplied } = result.fitted
  print(`${result.model}: the best weight for ${count} questions is ${weight}`)
  print(`mean reciprocal rank at 10: ${before.toFixed(3)} before, ${crossValidated.toFixed(3)} cross-validated`)
  print(isApplied ? 'It is used from now on.' : `It is not used: the current weight ${result.weight} stays.`)
}

const askWith =
  (baseUrl: string, apiKey: string) =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    let response: Response
    try {
      response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: { 'x-api-key': apiKey, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    } catch (cause) {
      throw new Error(`no Frontdesk answers at ${baseUrl}`, { cause })
    }
    const reply = (await response.json()) as T & { detail?: string; errors?: { path: string; message: string }[] }
    if (response.ok) return reply
    const faults = (reply.errors ?? []).map((each) => `\n  ${each.path}: ${each.message}`).join('')
    throw new Error(`${reply.detail ?? `HTTP ${response.status}`}${faults}`)
  }
