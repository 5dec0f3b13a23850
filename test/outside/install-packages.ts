import { execFile, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pinnedTools = join(root, '.tools/node_modules/.bin')
const env = {
  ...process.env,
  NO_COLOR: '1',
  PATH: [dirname(process.execPath), pinnedTools, process.env.PATH].join(delimiter),
}

/** Runs a program to its end and answers what it printed. Throws with both of its outputs. */
export async function runToEnd(command: string, args: string[], cwd: string): Promise<string> {
  const done = promisify(execFile)(command, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 })
  const { stdout } = await done.catch(({ stdout, stderr, message }) => {
    throw new Error(`${message}\n${stdout}\n${stderr}`)
  })
  return stdout
}

/** Runs a program, and what it starts, until `end`, which resolves when all of them are gone. */
export function runOn(command: string, args: string[], cwd: string, settings: Record<string, string>) {
  const child = spawn(command, args, {
    cwd,
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: npx does not hand signals on.
    detached: true,
  })
  let output = ''
  child.stdout.on('data', (data) => (output += data))
  child.stderr.on('data', (data) => (output += data))
  // `close` comes when nobody holds the outputs any more.
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  return {
    output: () => output,
    async end() {
      process.kill(-child.pid!, 'SIGTERM')
      await ended
    },
  }
}

/** A checkout of its own, as a clone has it, with the dependencies of this one: what packs in it disturbs nobody. */
function copyCheckout(to: string) {
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const path of tracked.split('\0').filter(Boolean)) {
    if (existsSync(join(root, path)))
      cpSync(join(root, path), join(to, path), { recursive: true, verbatimSymlinks: true })
  }
  for (const name of ['node_modules', '.tools']) symlinkSync(join(root, name), join(to, name))
  // Links to the other packages of the workspace, which are relative: they lead to those of the copy.
  const workspace = ['scripts', 'test', ...['apps', 'packages', 'services'].flatMap((name) => globOf(name))]
  for (const folder of workspace) {
    const modules = join(root, folder, 'node_modules')
    if (existsSync(modules))
      cpSync(modules, join(to, folder, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  }
}
const globOf = (name: string) => readdirSync(join(root, name)).map((each) => `${name}/${each}`)

export type Project = {
  /** The temporary folder of all this. */
  folder: string
  checkout: string
  /** What `make packages` wrote. */
  tarballs: string[]
  /** Somebody's project, in which the tarballs were installed with npm. */
  project: string
  remove(): void
}

/** Makes the packages in a copy of this checkout, and installs them into an empty project as a stranger would. */
export async function installPackages(alsoInstalled: string[]): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-packages-'))
  const checkout = join(folder, 'checkout')
  const project = join(folder, 'project')
  copyCheckout(checkout)
  await runToEnd(process.execPath, ['scripts/packages.ts'], checkout)
  const made = join(checkout, 'dist/packages')
  const tarballs = readdirSync(made)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(made, name))
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'somebody', private: true }))
  const quietly = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  await runToEnd('npm', ['install', ...quietly, ...tarballs, ...alsoInstalled], project)
  return { folder, checkout, tarballs, project, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
