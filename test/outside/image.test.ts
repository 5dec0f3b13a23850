import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { services } from '@frontdesk/cli'
import { fetchBuiltinEmbeddings } from '@frontdesk/models'
import { removeNamespace } from '@frontdesk/service'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makePicture, makeScan } from '../../services/ingest/testing/make-scan.ts'
import { noServers, serversOf } from '../processes/start-distributed.ts'
import { freePort } from '../processes/start-node-process.ts'
import { apiClient } from '../scenarios/api-client.ts'
import { type Docker, findBase, openDocker, untilHealthy } from './docker.ts'
import { expectConsole } from './expect-console.ts'
import { findLostImports, inspectFiles } from './image-files.ts'
import { inspectModules, listModules, measureContents, readContentsTable } from './image-modules.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const image = 'frontdesk-outside'
const run = randomBytes(4).toString('hex')
const label = `frontdesk-outside=${run}`
const apiKey = 'image-bootstrap-key-0123456789abcdef0123'
const imagePage = readFileSync(join(root, 'docs/image.md'), 'utf8')
const maxBytesAboveBase = 300_000_000
/** As docker-compose.yml and the Helm chart run it. */
const confined = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']

let opened: Docker | string = 'not opened'
let base: string | undefined
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-image-'))
const app = join(folder, 'app')
const docker: Docker['docker'] = (...args) => (opened as Docker).docker(...args)

beforeAll(async () => {
  opened = await openDocker()
  if (typeof opened === 'string') return
  base = await findBase(docker)
  if (!base) return
  await fetchBuiltinEmbeddings({ ...process.env, MODELS_DIR: join(root, 'deploy/models') }, () => {})
  const options = ['--network', 'host', '--file', 'deploy/Dockerfile', '--build-arg', `NODE_IMAGE=${base}`]
  // Named, so that only what newer builds replaced goes away below: the layers of this one are the next one's cache.
  await docker('build', ...options, '--target', 'built', '--tag', `${image}-built`, root)
  await docker('build', ...options, '--tag', image, root)
  await docker('image', 'prune', '--force', '--filter', 'until=24h')
  const container = await docker('create', '--label', label, image)
  await docker('cp', `${container}:/app`, folder)
})

beforeEach((context) => {
  if (typeof opened === 'string') context.skip(opened)
  if (!base) context.skip('no image to build upon: run scripts/install-outside-tools, or set NODE_IMAGE')
})

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  if (typeof opened === 'string') return
  const containers = await docker('ps', '--all', '--quiet', '--filter', `label=${label}`)
  if (containers) await docker('rm', '--force', '--volumes', ...containers.split('\n'))
  await opened.stop()
})

const environment = (env: Record<string, string>) => Object.entries(env).flatMap((pair) => ['--env', pair.join('=')])

/** Starts the image on the host's network, with ports of its own; answers the container's id and its address. */
async function start(command: string[], env: Record<string, string>) {
  const [port, healthPort] = [await freePort(), await freePort()]
  const all = { HOST: '127.0.0.1', PORT: String(port), HEALTH_PORT: String(healthPort), LOG_LEVEL: 'warn', ...env }
  const fixed = ['--detach', '--network', 'host', '--label', label, ...confined]
  const container = await docker('run', ...fixed, ...environment(all), image, ...command)
  return { container, baseUrl: `http://127.0.0.1:${port}` }
}

/** Stops a container as Docker and Kubernetes do; answers the exit code. */
async function stop(container: string): Promise<number> {
  await docker('stop', '--time', '40', container)
  return Number(await docker('inspect', '--format', '{{.State.ExitCode}}', container))
}

test('the image is at most 300 MB larger than its base, and about as much as docs/image.md says', async () => {
  const sizeOf = async (name: string) => Number(await docker('image', 'inspect', '--format', '{{.Size}}', name))
  const aboveBase = (await sizeOf(image)) - (await sizeOf(base!))
  console.log(`image: ${Math.round(aboveBase / 1e6)} MB above its base`)
  expect(aboveBase).toBeLessThanOrEqual(maxBytesAboveBase)
  const [, said] = imagePage.match(/The image is (\d+) MB larger than its base/)!
  expect(Math.abs(Number(said) - aboveBase / 1e6), `docs/image.md says ${said} MB`).toBeLessThan(aboveBase / 4e6)
})

test('docs/image.md gives the size of each part, to a quarter', () => {
  const rows = readContentsTable(imagePage)
  expect(rows.length).toBeGreaterThan(10)
  const measured = measureContents(app, listModules(app), rows)
  const wrong = rows.flatMap(({ what, megabytes }, i) => {
    const real = measured[i]!
    return Math.abs(real - megabytes) > real / 4 ? [`${what}: ${megabytes} MB, really ${real.toFixed(1)}`] : []
  })
  expect(wrong).toEqual([])
})

test('its dependencies hold no tests and no fixtures either, and none that something imports was removed', () => {
  const modules = listModules(app)
  expect(modules.length).toBeGreaterThan(200)
  expect(inspectModules(modules)).toEqual({ unwanted: [], missing: [] })
})

test('/app has what runs and nothing else: no tests, no fixtures, no data sets; and all that it imports', async () => {
  const top = ['LICENSE', 'apps', 'deploy', 'models', 'node_modules', 'package.json', 'packages', 'services']
  expect(readdirSync(app).sort()).toEqual(top)
  expect(readdirSync(join(app, 'apps')).sort()).toEqual(['console', 'frontdesk', 'widget'])
  // Neither the sources of what browsers run nor its build tools.
  for (const name of ['console', 'widget']) expect(readdirSync(join(app, 'apps', name)), name).toEqual(['dist'])
  const installed = readdirSync(join(app, 'node_modules/.pnpm'))
  expect(
    installed.filter((name) =>
      /^(?:preact|react|react-dom|vite|rolldown|lightningcss|@base-ui|@tanstack)[@+]/.test(name),
    ),
  ).toEqual([])
  const { unwanted, missing, imports } = inspectFiles(app)
  expect(unwanted).toEqual([])
  expect(missing).toEqual([])
  expect(imports.length).toBeGreaterThan(200)
  const script = ['--experimental-import-meta-resolve', '--input-type=module', '--eval', findLostImports]
  const lost = await docker('run', '--rm', '--entrypoint', 'node', image, ...script, JSON.stringify(imports))
  expect(JSON.parse(lost)).toEqual([])
})

test('it runs embedded on a read-only root as a user without rights: healthy, reads documents, answers, stops', async () => {
  const { container, baseUrl } = await start([], { BOOTSTRAP_API_KEY: apiKey })
  await untilHealthy(docker, container)
  const inside = (...command: string[]) => docker('exec', container, ...command)
  expect(await inside('id', '-u')).toBe('1000')
  await expect(inside('touch', '/app/x')).rejects.toThrow('Read-only file system')

  const api = apiClient(baseUrl, apiKey)
  await api.teach('Parking', 'Parking at the harbour costs 20 kronor for an hour.')
  expect((await api.ask('What does parking at the harbour cost for an hour?')).content).toContain('20 kronor')
  const scan = await makeScan([await makePicture(['Lost umbrellas are kept for ninety days.'], { kind: 'jpeg' })])
  const { body } = await api.upload('lost.pdf', scan)
  await api.untilReady(body.id)
  const found = await api.get(`/api/search?q=${encodeURIComponent('how long are lost umbrellas kept')}&limit=1`)
  expect(found.body.items[0].text).toBe('Lost umbrellas are kept for ninety days.')
  // No word of the document: only the built-in model finds it.
  const byMeaning = await api.get(
    `/api/search?q=${encodeURIComponent('Was kostet es, mein Auto abzustellen?')}&limit=1`,
  )
  expect(byMeaning.body.items[0].text).toContain('20 kronor')
  await docker('exec', '--env', `BASE_URL=${baseUrl}`, container, 'deploy/run', 'demo')
  expect((await api.get('/docs/')).status).toBe(200)
  await expectConsole(baseUrl)

  // It would end with 1, and this would throw, were there a fault.
  await docker('run', '--rm', ...confined, '--volumes-from', container, image, 'doctor')
  expect(await stop(container)).toBe(0)
})

test('each service runs alone on the servers, together they answer, and the doctor finds no fault', async (context) => {
  const servers = serversOf()
  if (!servers) return context.skip(`the services of the image on their own: ${noServers}`)
  const namespace = `image${run}`
  const env = {
    NATS_URL: servers.natsUrl,
    MONGODB_URL: servers.mongodbUrl,
    ELASTICSEARCH_URL: servers.elasticsearchUrl,
    FRONTDESK_NAMESPACE: namespace,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_API_KEY: apiKey,
  }
  try {
    const started = await Promise.all(services.map(async ({ name }) => ({ name, ...(await start([name], env)) })))
    for (const { container } of started) await untilHealthy(docker, container)
    const { baseUrl } = started.find(({ name }) => name === 'gateway')!
    const api = apiClient(baseUrl, apiKey)
    await api.teach('Parking', 'Parking at the harbour costs 20 kronor for an hour.')
    expect((await api.ask('What does parking at the harbour cost for an hour?')).content).toContain('20 kronor')
    await docker('run', '--rm', '--network', 'host', ...confined, ...environment(env), image, 'doctor')
    expect(await Promise.all(started.map(({ container }) => stop(container)))).toEqual(started.map(() => 0))
  } finally {
    const containers = await docker('ps', '--quiet', '--filter', `label=${label}`)
    if (containers) await docker('rm', '--force', ...containers.split('\n'))
    await removeNamespace(namespace, servers)
  }
})
