import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { exitWith } from './exit-with.ts'
import { manifestsOf } from './set-version.ts'

/** A little over the house's 300 and 500 lines, so that a file is not cut for the sake of a line. */
const maxLines = 330
const maxTestLines = 530

const generated = /(?:^|\/)(?:node_modules|dist|coverage|data|\.tools)\/|\.(?:log|tsbuildinfo|db|sqlite)$|\.js\.map$/
/** Follows from the routes and is tracked, so that a change of the API shows what it means to clients; a check of its own. */
const writtenByScript = 'packages/client/src/api-types.ts'
const misnamedTest = /(?:^|\/)(?:__tests__|tests)\/|\.spec\.[cm]?[jt]sx?$|\.test\.(?!tsx?$)[cm]?[jt]sx?$/
const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/
const roomsForNothing = /^(?:utils?|helpers?|managers?|common|misc|shared)(?:\.|$)/

/** What is wrong with a tracked file by its path and text; one sentence a fault. */
export function faultsOfFile(path: string, text: () => string): string[] {
  const faults: string[] = []
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (generated.test(path)) faults.push('is generated and should not be tracked')
  if (misnamedTest.test(path)) faults.push('is a test and should be named <what it tests>.test.ts, beside the code')
  if (!/\.tsx?$/.test(path)) return faults.map((fault) => `${path} ${fault}`)
  if (!kebabCase.test(name)) faults.push('should be named in kebab-case')
  if (roomsForNothing.test(name)) faults.push('should be named for what it does')
  const lines = text().split('\n').length - 1
  const most = /\.test\.tsx?$/.test(path) ? maxTestLines : maxLines
  if (lines > most && path !== writtenByScript) faults.push(`has ${lines} lines; over ${most} it should be two files`)
  return faults.map((fault) => `${path} ${fault}`)
}

/** Faults of the folders of apps/, services/ and packages/: a README each, and nothing but an app depends on a service. */
export function faultsOfWorkspace(root: string): string[] {
  const services = readdirSync(`${root}/services`)
  const folders = [
    ...services.map((name) => `services/${name}`),
    ...readdirSync(`${root}/packages`).map((n) => `packages/${n}`),
    ...readdirSync(`${root}/apps`).map((n) => `apps/${n}`),
  ]
  const faults: string[] = []
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  for (const folder of folders) {
    const name = folder.slice(folder.indexOf('/') + 1)
    if (!existsSync(`${root}/${folder}/README.md`)) faults.push(`${folder} has no README.md`)
    if (!existsSync(`${root}/${folder}/package.json`)) {
      faults.push(`${folder} has no package.json: a folder that was moved? Remove what is left of it`)
      continue
    }
    const manifest = JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8'))
    if (version !== manifest.version) faults.push(`${folder} has version ${manifest.version}, the root has ${version}`)
    if (folder.startsWith('apps/')) continue
    if (manifest.name !== `@frontdesk/${name}`) faults.push(`${folder} should be the package @frontdesk/${name}`)
    for (const service of services) {
      if (manifest.dependencies?.[`@frontdesk/${service}`]) faults.push(`${folder} depends on the service ${service}`)
    }
  }
  return faults
}

/** Faults of the manifests: one version is that of everything. */
export function faultsOfVersions(root: string): string[] {
  const versionOf = (path: string) => JSON.parse(readFileSync(`${root}/${path}`, 'utf8')).version as string | undefined
  const [first, ...others] = manifestsOf(root)
  const version = versionOf(first!)
  return others
    .filter((path) => versionOf(path) !== version)
    .map(
      (path) =>
        `${path} has the version ${versionOf(path)}, the release ${version}: node scripts/set-version.ts ${version}`,
    )
}

/** Faults of the decision records: each has a number of its own. */
export function faultsOfDecisions(names: string[]): string[] {
  const seen = new Map<string, string>()
  return names.flatMap((name) => {
    const number = name.slice(0, 4)
    const other = seen.get(number)
    seen.set(number, name)
    return other === undefined ? [] : [`docs/decisions/${name} has the number of ${other}`]
  })
}

/** What is wrong in this repository. */
export function findFaults(): string[] {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  return [
    ...tracked
      .filter((path) => existsSync(`${root}/${path}`))
      .flatMap((path) => faultsOfFile(path, () => readFileSync(`${root}/${path}`, 'utf8'))),
    ...faultsOfWorkspace(root),
    ...faultsOfVersions(root),
    ...faultsOfDecisions(readdirSync(`${root}/docs/decisions`)),
  ]
}

if (import.meta.main) exitWith(findFaults())
