import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { services } from '@frontdesk/cli'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { z } from 'zod'

const root = new URL('..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const names = readdirSync(new URL('services/', root)).sort()
const chart = 'deploy/helm/frontdesk/'
type Values = { settings: Record<string, string>; services: Record<string, { reaches: string[] }> }
const values = parse(read(`${chart}values.yaml`)) as Values

type ComposeService = {
  image: string
  command: string[]
  environment: Record<string, string | null>
  depends_on: Record<string, { condition: string }>
  stop_grace_period: string
  read_only: boolean
  tmpfs: string[]
  cap_drop: string[]
  security_opt: string[]
  build?: object
}
const compose = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, ComposeService> }
const ours = Object.entries(compose.services).filter(([, { image }]) => image === 'frontdesk')
const servers = Object.keys(compose.services).filter((name) => compose.services[name]!.image !== 'frontdesk')
const stopLimitMs = Number(
  /stopLimitMs = ([\d_]+)/.exec(read('packages/service/src/stop-on-signals.ts'))![1]!.replaceAll('_', ''),
)

/** Every setting that a service, a package or the image's own start reads. */
const sources = execFileSync(
  'git',
  ['ls-files', 'apps/*/src/*.ts', 'packages/*/src/*.ts', 'services/*/src/*.ts', 'deploy/run'],
  {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n')
  .filter((path) => !path.includes('.test.'))
  .map(read)
  .join('\n')
const isRead = (name: string) => new RegExp(`\\b${name}\\b`).test(sources)

/** Settings that a service can't start without, as its own schema says. */
function requiredOf(name: string): string[] {
  const result = services.find((service) => service.name === name)!.config.safeParse({})
  return result.success ? [] : result.error.issues.map(({ path }: { path: PropertyKey[] }) => String(path[0]))
}

test('the compose file has every service once, started by its name, and builds the image once', () => {
  expect(ours.map(([name]) => name).sort()).toEqual(names)
  for (const [name, { command }] of ours) expect(command).toEqual([name])
  expect(ours.filter(([, { build }]) => build)).toHaveLength(1)
})

test('compose starts the servers, then the services, then the gateway, each when the ones before are healthy', () => {
  expect(servers).toEqual(['nats', 'mongodb', 'elasticsearch'])
  for (const [name, service] of ours) {
    const before = name === 'gateway' ? [...servers, ...names.filter((each) => each !== 'gateway')] : servers
    expect(Object.keys(service.depends_on).sort(), name).toEqual([...before].sort())
    expect(Object.values(service.depends_on).every(({ condition }) => condition === 'service_healthy')).toBe(true)
    expect(Number.parseInt(service.stop_grace_period, 10) * 1_000).toBeGreaterThan(stopLimitMs)
  }
})

test('compose gives each service settings that somebody reads, and all that it requires', () => {
  for (const [name, { environment }] of ours) {
    for (const setting of Object.keys(environment)) expect(isRead(setting), `${name}: ${setting}`).toBe(true)
    expect(Object.keys(environment), name).toEqual(
      expect.arrayContaining(['NATS_URL', 'MONGODB_URL', 'ELASTICSEARCH_URL', ...requiredOf(name)]),
    )
  }
})

test('compose passes on every setting of a service, and every one that a page names', () => {
  // Where it listens and keeps things is the image's own; `PORT` is the host's.
  const own = ['PORT', 'HOST', 'HEALTH_PORT', 'DATA_DIR']
  for (const [name, { environment }] of ours) {
    const { shape } = services.find((service) => service.name === name)!.config as z.ZodObject
    const missing = Object.keys(shape).filter((setting) => !(setting in environment) && !own.includes(setting))
    expect(missing, name).toEqual([])
  }
  const given = new Set(ours.flatMap(([, { environment }]) => Object.keys(environment)))
  const rows = [read('README.md'), read('docs/operations.md')].flatMap((page) => page.match(/^\| `[A-Z_].*?\|/gm) ?? [])
  const named = rows.flatMap((row) => [...row.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, setting]) => setting!))
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((setting) => !given.has(setting) && !own.includes(setting))).toEqual([])
})

test('the chart has a row for every service, which says what its code reaches, and the version of the rest', () => {
  expect(Object.keys(values.services).sort()).toEqual(names)
  for (const { name, uses } of services) {
    const wanted = [
      ...(uses.includes('models') ? ['models'] : []),
      ...(uses.includes('outboundHttp') ? ['internet'] : []),
    ]
    expect(values.services[name]!.reaches, name).toEqual(wanted)
  }
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(parse(read(`${chart}Chart.yaml`))).toMatchObject({ version, appVersion: version })
})

test('compose runs the image as it is tested: a read-only root but for /tmp, and no privileges', () => {
  for (const [name, service] of ours)
    expect(service, name).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
  // The user of the image, which the volumes of compose belong to.
  expect(read('deploy/Dockerfile')).toMatch(/^USER 1000:1000$/m)
})

test('the chart gives settings that somebody reads, and names all that are required', () => {
  const everything = parse(read(`${chart}ci/everything.yaml`)) as Values
  const named = /^# (.*) as keys of a Secret\.$/m.exec(read(`${chart}values.yaml`))![1]!
  const secrets = [...named.matchAll(/[A-Z][A-Z_]+/g)].map(([name]) => name)
  const settings = { ...values.settings, ...everything.settings }
  const given = [...Object.keys(settings), ...secrets]
  for (const setting of given) expect(isRead(setting), setting).toBe(true)
  expect(given).toEqual(
    expect.arrayContaining(['NATS_URL', 'MONGODB_URL', 'ELASTICSEARCH_URL', ...names.flatMap(requiredOf)]),
  )
  const env = { ...settings, ENCRYPTION_KEY: 'x'.repeat(44), MONGODB_URL: 'mongodb://mongodb/frontdesk' }
  for (const { name, config } of services) expect(config.safeParse(env).success, name).toBe(true)
})

test('the image has the pnpm of scripts/tools.json and its major Node', () => {
  const tools = JSON.parse(read('scripts/tools.json')) as { node: string; pnpm: string }
  const dockerfile = read('deploy/Dockerfile')
  expect(dockerfile).toContain(`pnpm@${tools.pnpm}`)
  expect(dockerfile).toContain(`node:${tools.node.split('.')[0]}-slim`)
})

test('compiled code is stored for the next start, beside the code or where the environment says, if somebody may write there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-compiled-'))
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const run = (env: Record<string, string | undefined>, program: string, args: string[]) =>
    execFileSync(program, args, { cwd: fileURLToPath(root), encoding: 'utf8', env: { ...process.env, ...env } })
  /** Says where Node stores compiled code, before it ends. */
  const place = join(folder, 'place.mjs')
  writeFileSync(
    place,
    "import module from 'node:module'; process.on('exit', () => console.log(module.getCompileCacheDir()))",
  )
  const start = (path?: string, ...command: string[]) => {
    const [program = 'deploy/run', ...args] = command
    const env = { NODE_COMPILE_CACHE: path, NODE_DISABLE_COMPILE_CACHE: undefined, NODE_OPTIONS: `--import=${place}` }
    return run(env, program, [...args, 'version'])
      .trim()
      .split('\n')
  }
  try {
    const beside = fileURLToPath(new URL('apps/frontdesk/node_modules/.cache/compiled/', root))
    const version = JSON.parse(read('package.json')).version
    for (const command of [[], [process.execPath, 'apps/frontdesk/src/main.ts']]) {
      expect(start(undefined, ...command)).toEqual([version, expect.stringContaining(beside)])
      expect(start(join(folder, 'own'), ...command)).toEqual([version, expect.stringContaining(join(folder, 'own/'))])
      expect(start(join(file, 'within'), ...command)[0]).toBe(version)
    }
    expect(readdirSync(join(folder, 'own'))).not.toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
