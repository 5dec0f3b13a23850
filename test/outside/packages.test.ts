import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePdf } from '../../services/ingest/testing/make-pdf.ts'
import { makePicture } from '../../services/ingest/testing/make-scan.ts'
import { expectConsole } from './expect-console.ts'
import { installPackages, type Project, runOn, runToEnd } from './install-packages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const vitestVersion = JSON.parse(readFileSync(join(root, 'node_modules/vitest/package.json'), 'utf8')).version
const typesOfNode = JSON.parse(readFileSync(join(root, 'node_modules/@types/node/package.json'), 'utf8')).version
const names = ['@frontdesk/client', '@frontdesk/testing', 'frontdesk']

let it: Project
beforeAll(async () => {
  it = await installPackages([`vitest@${vitestVersion}`, `@types/node@${typesOfNode}`])
})
afterAll(() => it?.remove())

const filesOf = (tarball: string) =>
  execFileSync('tar', ['tzf', tarball], { encoding: 'utf8' }).trim().split('\n').sort()
const installed = (name: string, ...path: string[]) => join(it.project, 'node_modules', name, ...path)
const write = (name: string, text: string) => writeFileSync(join(it.project, name), text)

test('each holds compiled code, types, licence and page, and needs nothing that is not published', () => {
  expect(it.tarballs).toHaveLength(names.length)
  for (const name of names) {
    const files = readdirSync(installed(name), { recursive: true, encoding: 'utf8' })
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
    expect(files.filter((file) => /(?<!\.d)\.ts$|\.test\.|for-test|fixtures/.test(file))).toEqual([])
    const manifest = JSON.parse(readFileSync(installed(name, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({ name, version, license: 'Apache-2.0', engines: { node: expect.any(String) } })
    const needed = Object.entries<string>({ ...manifest.dependencies, ...manifest.peerDependencies })
    expect(needed.filter(([, range]) => !/^[~^]?\d/.test(range))).toEqual([])
    expect(
      needed.map(([each]) => each).filter((each) => each.startsWith('@frontdesk/') && !names.includes(each)),
    ).toEqual([])
    expect(readFileSync(installed(name, 'README.md'), 'utf8')).not.toMatch(/\]\(\.\.\//)
  }
})

test('npm pack in the folder makes the same tarball, and leaves the folder as it was', async () => {
  const folders = ['packages/client', 'apps/frontdesk', 'packages/testing']
  for (const [i, folder] of folders.entries()) {
    const here = join(it.checkout, folder)
    const before = readdirSync(here).map((name) => [name, readFileIfText(join(here, name))])
    const [tarball] = JSON.parse(
      await runToEnd('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', it.folder], here),
    )
    const made = it.tarballs.find((path) => path.endsWith(`${['client', '/frontdesk', 'testing'][i]}-${version}.tgz`))!
    expect(filesOf(join(it.folder, tarball.filename))).toEqual(filesOf(made))
    expect(readdirSync(here).map((name) => [name, readFileIfText(join(here, name))])).toEqual(before)
  }
})
const readFileIfText = (path: string) => (/\.(?:json|md)$/.test(path) ? readFileSync(path, 'utf8') : '')

test('publint and are-the-types-wrong find nothing', async () => {
  const bin = (name: string) => join(root, 'test/node_modules/.bin', name)
  for (const tarball of it.tarballs) {
    expect(await runToEnd(bin('publint'), ['run', '--strict', tarball], it.folder)).toContain('All good')
    // The command is for Node 24 and has no CommonJS build; node10's resolution knows no subpaths.
    const profile = /\/frontdesk-\d/.test(tarball) ? 'esm-only' : 'node16'
    await runToEnd(bin('attw'), ['--profile', profile, tarball], it.folder)
  }
})

test('the command starts, reads a PDF and a picture of text, and answers from both', async () => {
  const apiKey = 'fd_live_0123456789abcdef0123456789abcdef'
  const port = await freePort()
  const platform = runOn('npx', ['--no-install', 'frontdesk', 'start'], it.project, {
    ...{ PORT: `${port}`, HOST: '127.0.0.1', DATA_DIR: join(it.folder, 'data'), BOOTSTRAP_API_KEY: apiKey },
    ...{ NATS_URL: '', MONGODB_URL: '', ELASTICSEARCH_URL: '', NODE_OPTIONS: '--no-experimental-strip-types' },
  })
  const url = `http://127.0.0.1:${port}`
  const call = async (path: string, init: RequestInit = {}) =>
    (
      await fetch(`${url}${path}`, { ...init, headers: { 'x-api-key': apiKey, ...init.headers } })
    ).json() as Promise<any>
  const ask = async (message: string) =>
    call('/api/chat/message', {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ message }) },
    })
  try {
    const isReady = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status
    await expect.poll(isReady, { timeout: 60_000, message: platform.output() }).toBe(200)
    for (const [name, bytes] of [
      ['returns.pdf', makePdf([['Returns are free within 30 days of delivery.']])],
      ['opening.png', await makePicture(['The shop in Uppsala opens at nine on Saturdays.'])],
    ] as const) {
      const form = new FormData()
      form.set('file', new File([Uint8Array.from(bytes)], name))
      await call('/api/knowledge/sources', { method: 'POST', body: form })
    }
    const states = async () => (await call('/api/knowledge/sources')).items.map(({ status }: any) => status)
    await expect.poll(states, { timeout: 60_000 }).toEqual(['Ready', 'Ready'])
    await expectConsole(url)
    expect((await ask('Within how many days are returns free?')).content).toContain('30 days')
    expect((await ask('When does the shop in Uppsala open on Saturdays?')).content).toContain('nine')

    const settings = `BASE_URL=${url} FRONTDESK_API_KEY=${apiKey}`
    expect(await runToEnd('sh', ['-c', `${settings} npx --no-install frontdesk demo`], it.project)).toContain('Ask it')
    expect(await runToEnd('npx', ['--no-install', 'frontdesk', '--version'], it.project)).toBe(`${version}\n`)
  } finally {
    await platform.end()
  }
})

test('every file that the command reads by path is there', () => {
  const started = readdirSync(installed('frontdesk', 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .flatMap((path) => {
      const text = readFileSync(installed('frontdesk', 'dist', path), 'utf8')
      const named = [...text.matchAll(/new URL\(["']([^"']+)["'], import\.meta\.url\)/g)]
      return named.map(([, name]) => installed('frontdesk', 'dist', path, '..', name!))
    })
  expect(started.length).toBeGreaterThan(3)
  expect(started.filter((path) => !existsSync(path))).toEqual([])
})

test("the testing package's example passes in a project with vitest's defaults", async () => {
  const page = readFileSync(installed('@frontdesk/testing', 'README.md'), 'utf8')
  write(
    'example.test.mjs',
    page.match(/^```ts\n(.*?)^```$/ms)![1]!.replace(/\btype \w+, |: Frontdesk\b|: ReturnType<.*>$/gm, ''),
  )
  expect(await runToEnd('npx', ['--no-install', 'vitest', 'run'], it.project)).toMatch(/Tests +\d+ passed/)
})

test('both formats of what is imported do the same', async () => {
  const body = JSON.stringify({ id: 'evt_1', type: 'message.sent' })
  const v1 = createHmac('sha256', 'secret').update(`1770000000.${body}`).digest('hex')
  const program = `
    const client = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'key', maxRetries: 0 })
    const { code } = await client.get('/api/agents').catch((error) => error)
    const headers = { 'x-webhook-signature': 't=1770000000,v1=${v1}' }
    const { id } = await verifyWebhook(headers, ${JSON.stringify(body)}, 'secret', { now: 1770000000000 })
    const frontdesk = await startFrontdesk()
    const { ok } = await fetch(frontdesk.url + '/readyz')
    await frontdesk.stop()
    console.log(code, id, ok)
  `
  const imports = (from: (name: string) => string) =>
    `const { createClient, verifyWebhook } = ${from('@frontdesk/client')}; const { startFrontdesk } = ${from('@frontdesk/testing')}`
  write('uses.mjs', `${imports((name) => `await import('${name}')`)}\n${program}`)
  write('uses.cjs', `${imports((name) => `require('${name}')`)}\n;(async () => {${program}})()`)
  for (const file of ['uses.mjs', 'uses.cjs']) {
    expect(await runToEnd(process.execPath, ['--no-strip-types', file], it.project)).toBe('unreachable evt_1 true\n')
  }
})

const typed = `
import { createClient, type FrontdeskError, verifyWebhook } from '@frontdesk/client'
import { startFakeModel, startFrontdesk } from '@frontdesk/testing'

const client = createClient({ baseUrl: 'http://localhost:8080', apiKey: 'key' })
export async function use(error: FrontdeskError) {
  const answer = await client.post('/api/chat/message', { body: { message: 'Hi' } })
  const outcome: 'answered' | 'blocked' | 'escalated' | 'waiting' = answer.outcome
  for await (const contact of client.list('/api/contacts')) contact.email satisfies string | null | undefined
  for await (const event of client.chat.stream({ message: 'Hi' })) if (event.type === 'delta') event.text satisfies string
  const event = await verifyWebhook({}, '', '')
  if (event.type === 'knowledge.updated') event.data.source.id satisfies string
  const frontdesk = await startFrontdesk({ model: { answer: () => ['Yes.'] } })
  await frontdesk.clock.advance({ hours: 72 })
  frontdesk.model?.requests satisfies unknown[] | undefined
  ;(await startFakeModel()).url satisfies string
  // @ts-expect-error: time goes on, never back
  await frontdesk.clock.advance('yesterday')
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
function shownPrograms(): string[] {
  const pages = ['packages/client/README.md', 'docs/verify-webhooks.md'].map((path) =>
    readFileSync(join(root, path), 'utf8'),
  )
  const blocks = pages.flatMap((page) => [...page.matchAll(/^```ts\n(.*?)^```$/gms)])
  return blocks.map(
    ([, text]) => `declare const process: { env: Record<string, string | undefined> }\n${text}\nexport {}\n`,
  )
}

// The compiler that most projects have, and ours.
const [theirs, ours] = ['packages/client/node_modules/.bin/tsc', 'node_modules/.bin/tsc'].map((path) =>
  join(root, path),
)
for (const { compiler, moduleResolution, module, kind } of [
  { compiler: theirs!, moduleResolution: 'node16', module: 'node16', kind: 'mts' },
  { compiler: theirs!, moduleResolution: 'node16', module: 'node16', kind: 'cts' },
  { compiler: ours!, moduleResolution: 'nodenext', module: 'nodenext', kind: 'mts' },
  { compiler: ours!, moduleResolution: 'nodenext', module: 'nodenext', kind: 'cts' },
  { compiler: ours!, moduleResolution: 'bundler', module: 'esnext', kind: 'ts' },
]) {
  test(`their types hold in a .${kind} under moduleResolution ${moduleResolution}, strictly`, async () => {
    // Top-level await is for modules alone.
    const programs = kind === 'cts' ? [typed] : [typed, ...shownPrograms()]
    const files = programs.map((_, i) => `${moduleResolution}-${i}.${kind}`)
    for (const [i, text] of programs.entries()) write(files[i]!, text)
    const compilerOptions = {
      ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'], types: [], noEmit: true },
      ...{ strict: true, skipLibCheck: false, exactOptionalPropertyTypes: true, module, moduleResolution },
    }
    const config = `tsconfig.${moduleResolution}.${kind}.json`
    write(config, JSON.stringify({ compilerOptions, files }))
    expect(await runToEnd(compiler, ['-p', config], it.project)).toBe('')
  })
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
