import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'
import { z } from 'zod'

export type DemoOptions = {
  /** Default: `BASE_URL`, else `http://localhost:<PORT or 8080>`. */
  baseUrl?: string
  /** Default: `FRONTDESK_API_KEY`, else `BOOTSTRAP_API_KEY`. Needs the scopes `knowledge` and `chat`. */
  apiKey?: string
  /** Where the progress is written; default standard output. */
  print?: (line: string) => void
  /** How long all sources together may take to become Ready. */
  limitMs?: number
}

const folder = new URL('../demo/', import.meta.url)
const tag = 'demo'
const question = 'How many days do I have to return an item?'
const pollMs = 200

const source = z.object({
  id: z.string(),
  source: z.string(),
  status: z.enum(['Processing', 'Ready', 'Failed']),
  chunks: z.number(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
})
type Source = z.output<typeof source>
const sources = z.object({ items: z.array(source), nextCursor: z.string().nullable() })
const versions = z.object({ items: z.array(z.object({ sha256: z.string() })) })
const problem = z.object({ code: z.string(), detail: z.string() })

/** Asks the API; throws an Error with a sentence for the person at the terminal. */
function clientOf(baseUrl: string, apiKey: string) {
  return async <T>(path: string, shape: z.ZodType<T>, init: RequestInit = {}): Promise<T> => {
    let reply: Response
    try {
      reply = await fetch(`${baseUrl}${path}`, { ...init, headers: { ...init.headers, 'x-api-key': apiKey } })
    } catch (cause) {
      throw new Error(
        `no Frontdesk answers at ${baseUrl}. Start one with \`make start\` in another terminal, or set BASE_URL.`,
        { cause },
      )
    }
    const body: unknown = await reply.json().catch(() => undefined)
    const parsed = shape.safeParse(body)
    if (reply.ok && parsed.success) return parsed.data
    if (reply.ok) throw new Error(`the server at ${baseUrl} is not a Frontdesk (unexpected reply of ${path})`)
    const said = problem.safeParse(body)
    if (reply.status === 401) throw new Error(`the API key is not valid at ${baseUrl}. ${howToGiveAKey}`)
    throw new Error(`${path}: ${said.success ? `${said.data.detail} (${said.data.code})` : `HTTP ${reply.status}`}`)
  }
}

const howToGiveAKey = 'Give the key that the first start printed: make demo FRONTDESK_API_KEY=fd_live_…'

/**
 * Loads the sample knowledge base of a small shop into a running Frontdesk, waits until each source is Ready, and prints
 * a curl line whose answer comes from it. Run again it uploads only what is missing or has changed.
 */
export async function demo(options: DemoOptions = {}): Promise<void> {
  const { env } = process
  const baseUrl = (options.baseUrl ?? env.BASE_URL ?? `http://localhost:${env.PORT ?? 8080}`).replace(/\/$/, '')
  const apiKey = options.apiKey ?? env.FRONTDESK_API_KEY ?? env.BOOTSTRAP_API_KEY
  const print = options.print ?? ((line) => void process.stdout.write(`${line}\n`))
  if (!apiKey) throw new Error(`an API key is needed. ${howToGiveAKey}`)
  const ask = clientOf(baseUrl, apiKey)

  const files = (await readdir(folder)).sort()
  const known = await ask(`/api/knowledge/sources?tag=${tag}&limit=100`, sources)
  print(`Loading ${files.length} sample documents into ${baseUrl}`)
  const ids = await Promise.all(
    files.map(async (name) => {
      const bytes = await readFile(new URL(name, folder))
      const existing = known.items.find((item) => item.source === name)
      return (await bringUp(ask, name, bytes, existing)).id
    }),
  )
  await untilReady(ask, ids, print, options.limitMs ?? 120_000)

  const body = JSON.stringify({ message: question })
  print(`\nAsk it something:\n
  curl -s ${baseUrl}/api/chat/message -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' -d '${body}'\n`)
  print(`The documents are in ${fileURLToPath(folder)}; one of them is Swedish.`)
}

type Ask = ReturnType<typeof clientOf>

/** Makes the source be there with this content: uploads it, replaces what has changed, leaves it when it is the same. */
async function bringUp(ask: Ask, name: string, bytes: Buffer, existing: Source | undefined): Promise<Source> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const form = new FormData()
  if (!existing) {
    form.set('tags', tag)
    form.set('file', new Blob([new Uint8Array(bytes)]), name)
    return ask('/api/knowledge/sources', source, { method: 'POST', body: form })
  }
  const { items } = await ask(`/api/knowledge/sources/${existing.id}/versions?limit=1`, versions)
  if (items[0]?.sha256 === sha256 && existing.status !== 'Failed') return existing
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  return ask(`/api/knowledge/sources/${existing.id}`, source, { method: 'PUT', body: form })
}

/** Prints each source as it becomes Ready. Throws when one fails or time runs out. */
async function untilReady(ask: Ask, ids: string[], print: (line: string) => void, limitMs: number): Promise<void> {
  const started = performance.now()
  const waiting = new Set(ids)
  while (waiting.size > 0) {
    const { items } = await ask(`/api/knowledge/sources?tag=${tag}&limit=100`, sources)
    for (const item of items.filter(({ id, status }) => waiting.has(id) && status !== 'Processing')) {
      if (item.status === 'Failed') throw new Error(`${item.source} could not be processed: ${item.error?.message}`)
      waiting.delete(item.id)
      const count = `${ids.length - waiting.size}/${ids.length}`
      print(
        `  ${count} ${styleText('green', 'Ready')} ${item.source} (${item.chunks} ${item.chunks === 1 ? 'chunk' : 'chunks'})`,
      )
    }
    if (waiting.size === 0) return
    if (performance.now() - started > limitMs) {
      throw new Error(
        `${waiting.size} documents were still Processing after ${limitMs / 1_000} s; see the log of Frontdesk`,
      )
    }
    await wait(pollMs)
  }
}
