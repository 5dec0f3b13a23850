import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A little over the house's 300 and 500 lines, so that a file is not cut for the sake of a line. */
const mostLines = 330
const mostTestLines = 530

const generated = /(?:^|\/)(?:node_modules|dist|coverage|data|\.tools)\/|\.(?:log|tsbuildinfo|db|sqlite)$|\.js\.map$/
/** Follows from the routes and is tracked, so that a change of the API shows what it means to clients; a check of its own. */
const writtenByScript = 'packages/client/src/api-types.ts'
const misnamedTest = /(?:^|\/)(?:__tests__|tests)\/|\.spec\.[cm]?[jt]sx?$|\.test\.(?!ts$)[cm]?[jt]sx?$/
const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/
const roomsForNothing = /^(?:utils?|helpers?|managers?|common|misc|shared)(?:\.|$)/

/** What is wrong with a tracked file by its path and text; one sentence a fault. */
export function faultsOfFile(path: string, text: () => string): string[] {
  const faults: string[] = []
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (generated.test(path)) faults.push('is generated and should not be tracked')
  if (misnamedTest.test(path)) faults.push('is a test and should be named <what it tests>.test.ts, beside the code')
  if (!/\.ts$/.test(path)) return faults.map((fault) => `${path} ${fault}`)
  if (!kebabCase.test(name)) faults.push('should be named in kebab-case')
  if (roomsForNothing.test(name)) faults.push('should be named for what it does')
  const lines = text().split('\n').length - 1
  const most = path.endsWith('.test.ts') ? mostTestLines : mostLines
  if (lines > most && path !== writtenByScript) faults.push(`has ${lines} lines; over ${most} it should be two files`)
  return faults.map((fault) => `${path} ${fault}`)
}

/** Faults of the folders of services/ and packages/: a README each, and no service that depends on another. */
export function faultsOfWorkspace(root: string): string[] {
  const services = readdirSync(`${root}/services`)
  const folders = [
    ...services.map((name) => `services/${name}`),
    ...readdirSync(`${root}/packages`).map((n) => `packages/${n}`),
  ]
  const faults: string[] = []
  for (const folder of folders) {
    const name = folder.slice(folder.indexOf('/') + 1)
    if (!existsSync(`${root}/${folder}/README.md`)) faults.push(`${folder} has no README.md`)
    const manifest = JSON.parse(readFileSync(`${root}/${folder}/package.json`, 'utf8'))
    if (manifest.name !== `@frontdesk/${name}`) faults.push(`${folder} should be the package @frontdesk/${name}`)
    if (folder === 'packages/cli') continue
    for (const service of services) {
      if (manifest.dependencies?.[`@frontdesk/${service}`]) faults.push(`${folder} depends on the service ${service}`)
    }
  }
  return faults
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  const faults = [
    ...tracked
      .filter((path) => existsSync(`${root}/${path}`))
      .flatMap((path) => faultsOfFile(path, () => readFileSync(`${root}/${path}`, 'utf8'))),
    ...faultsOfWorkspace(root),
  ]
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
