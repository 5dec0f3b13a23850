import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * What `make demo` runs without a key: a Frontdesk with data of its own, the sample documents of a small shop, a widget, and
 * the page of examples/site with it. Everything goes away with Ctrl+C. `PORT` and `SITE_PORT` choose the ports.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const startLimitMs = 60_000
const port = process.env.PORT ?? '8080'
const baseUrl = `http://localhost:${port}`
const apiKey = `fd_demo_${randomBytes(24).toString('hex')}`
const dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-demo-'))

const env = { ...process.env, PORT: port, DATA_DIR: dataDir, BOOTSTRAP_API_KEY: apiKey, LOG_LEVEL: 'warn' }
const platform = spawn(join(root, 'deploy/run'), ['start'], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
let isEnding = false
async function end(code: number): Promise<never> {
  if (!isEnding) {
    isEnding = true
    if (platform.exitCode === null && platform.kill()) await once(platform, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  }
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0))
platform.on('exit', () => {
  if (isEnding) return
  console.error(
    `Frontdesk could not be started on port ${port}. Is another one running there? Choose a port: make demo PORT=8081`,
  )
  void end(1)
})

/** Asks the platform; throws with its reply if it refuses. */
async function post(path: string, body: object): Promise<any> {
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey }
  const reply = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
  return reply.json()
}

async function untilReady(): Promise<void> {
  const started = performance.now()
  for (;;) {
    const isReady = await fetch(`${baseUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (performance.now() - started > startLimitMs)
      throw new Error(`Frontdesk was not ready at ${baseUrl} within a minute`)
    await wait(200)
  }
}

async function serveSite(): Promise<void> {
  let page = ''
  const server = createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end()
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
  })
  server.listen(Number(process.env.SITE_PORT ?? 8090))
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const suggestions = [
    'How long do I have to return an item?',
    'What does shipping cost?',
    'What does the warranty cover?',
  ]
  const texts = { en: { title: 'Nordic Lamps', greeting: 'Hi! How can we help?', suggestions } }
  const { id } = await post('/api/widgets', { name: 'Demo', allowedOrigins: [origin], texts })
  page = readFileSync(join(root, 'examples/site/index.html'), 'utf8')
    .replace('http://localhost:8080', baseUrl)
    .replace('wgt_your_widget', id)
  console.log(`\nA shop's page with the chat:   ${origin}\nThe chat as a page of its own: ${baseUrl}/chat/${id}`)
  console.log(`The API:                       ${baseUrl}, key ${apiKey}\nStop with Ctrl+C; nothing is kept.`)
}

try {
  await untilReady()
  const loading = spawn(process.execPath, ['apps/frontdesk/src/main.ts', 'demo'], {
    cwd: root,
    env: { ...env, BASE_URL: baseUrl, FRONTDESK_API_KEY: apiKey },
    stdio: 'inherit',
  })
  const [code] = await once(loading, 'exit')
  if (code !== 0) await end(1)
  await serveSite()
} catch (error) {
  console.error((error as Error).message)
  await end(1)
}
