import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const packageFolder = join(root, 'packages/client')
const binaries = ['.tools/node_modules/.bin', 'node_modules/.bin'].map((path) => join(root, path))
const env = { ...process.env, PATH: [...binaries, process.env.PATH].join(delimiter) }
const run = (command: string, args: string[], cwd: string) =>
  promisify(execFile)(command, args, { cwd, env }).catch(({ stdout, stderr, message }) => {
    throw new Error(`${message}\n${stdout}\n${stderr}`)
  })

let folder: string
/** Of somebody else's project, where the package is installed as it would come from a registry. */
let installed: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-client-'))
  await run('pnpm', ['pack', '--pack-destination', folder], packageFolder)
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  const modules = join(folder, 'node_modules')
  installed = join(modules, '@frontdesk/client')
  await mkdir(installed, { recursive: true })
  await run('tar', ['xzf', join(folder, tarball!), '--strip-components=1', '-C', installed], folder)
  const dependencies = Object.keys(JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')).dependencies)
  for (const name of dependencies) await symlink(join(packageFolder, 'node_modules', name), join(modules, name))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

it('holds compiled code, types, a licence, and needs nothing of the workspace', async () => {
  const files = await readdir(installed, { recursive: true })
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts']))
  expect(files.filter((file) => /(?<!\.d)\.ts$|test/.test(file))).toEqual([])
  const manifest = await readFile(join(installed, 'package.json'), 'utf8')
  expect(manifest).not.toContain('workspace:')
  expect(JSON.parse(manifest).exports).toEqual({ '.': { types: './dist/index.d.ts', default: './dist/index.js' } })
})

it('works in plain JavaScript', async () => {
  const body = JSON.stringify({ id: 'evt_1', type: 'message.sent' })
  const v1 = createHmac('sha256', 'secret').update(`1770000000.${body}`).digest('hex')
  const program = `
    import { createClient, verifyWebhook } from '@frontdesk/client'
    const client = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'key', maxRetries: 0 })
    const { code } = await client.get('/api/agents').catch((error) => error)
    const headers = { 'x-webhook-signature': 't=1770000000,v1=${v1}' }
    const { id } = await verifyWebhook(headers, ${JSON.stringify(body)}, 'secret', { now: 1770000000000 })
    console.log(code, id)
  `
  await writeFile(join(folder, 'program.js'), program)
  const { stdout } = await run(process.execPath, ['--no-strip-types', 'program.js'], folder)
  expect(stdout.trim()).toBe('unreachable evt_1')
})

const typed = `
import { createClient, type FrontdeskError, verifyWebhook } from '@frontdesk/client'

const client = createClient({ baseUrl: 'http://localhost:8080', apiKey: 'key' })
export async function use(error: FrontdeskError) {
  const answer = await client.post('/api/chat/message', { body: { message: 'Hi' } })
  const outcome: 'answered' | 'blocked' | 'escalated' | 'waiting' = answer.outcome
  for await (const contact of client.list('/api/contacts')) contact.email satisfies string | null | undefined
  for await (const event of client.chat.stream({ message: 'Hi' })) if (event.type === 'delta') event.text satisfies string
  const event = await verifyWebhook({}, '', '')
  if (event.type === 'knowledge.updated') event.data.source.id satisfies string
  // @ts-expect-error: there is no such route
  await client.get('/api/nothing')
  // @ts-expect-error: a source is named by the path
  await client.get('/api/knowledge/sources/{sourceId}')
  // @ts-expect-error: a question has a message
  await client.post('/api/chat/message', { body: {} })
  // @ts-expect-error: one thing is no list
  client.list('/api/settings')
  return [outcome, error.status satisfies number, error.errors[0]?.path]
}
`
/** Programs that our pages show. */
async function shownPrograms(): Promise<string[]> {
  const pages = ['packages/client/README.md', 'docs/verify-webhooks.md'].map((path) =>
    readFile(join(root, path), 'utf8'),
  )
  const blocks = (await Promise.all(pages)).map((page) => [...page.matchAll(/^```ts\n(.*?)^```$/gms)])
  return blocks.flat().map(([, text]) => `declare const process: { env: Record<string, string | undefined> }\n${text}`)
}

// The compiler that most projects have, and ours.
const compilers = [
  { compiler: join(packageFolder, 'node_modules/.bin/tsc'), moduleResolution: 'node16', module: 'node16' },
  { compiler: join(root, 'node_modules/.bin/tsc'), moduleResolution: 'bundler', module: 'esnext' },
]
for (const { compiler, moduleResolution, module } of compilers) {
  it(`shows its types under moduleResolution ${moduleResolution}`, { timeout: 60_000 }, async () => {
    const programs = [typed, ...(await shownPrograms())]
    expect(programs).toHaveLength(3)
    const files = programs.map((_, i) => `${moduleResolution}-${i}.ts`)
    for (const [i, text] of programs.entries()) await writeFile(join(folder, files[i]!), `${text}\nexport {}\n`)
    const compilerOptions = {
      ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.asynciterable'], types: [], noEmit: true, strict: true },
      ...{ exactOptionalPropertyTypes: true, module, moduleResolution },
    }
    const config = join(folder, `tsconfig.${moduleResolution}.json`)
    await writeFile(config, JSON.stringify({ compilerOptions, files }))
    expect((await run(compiler, ['-p', config], folder)).stdout).toBe('')
  })
}
