import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findTool, hasCommand, outsideTools } from './outside-tools.ts'

const run = promisify(execFile)
const pollMs = 500

export type Docker = {
  /** Runs a docker command; answers its standard output without the last line break. Throws with what it wrote. */
  docker(...args: string[]): Promise<string>
  /** Stops the daemon, when it was started here. */
  stop(): Promise<void>
}

function client(host?: string): Docker['docker'] {
  const env = host ? { ...process.env, DOCKER_HOST: host } : process.env
  return async (...args) => {
    try {
      const { stdout } = await run('docker', args, { env, maxBuffer: 64 * 2 ** 20 })
      return stdout.trimEnd()
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      const said = `${stdout}\n${stderr}`.trim().split('\n').slice(-40).join('\n')
      throw new Error(`docker ${args.slice(0, 3).join(' ')} failed:\n${said}`, { cause: error })
    }
  }
}

/**
 * The daemon that runs here, else one of our own with its images in `outsideTools`, kept from run to run. It touches no
 * network of the machine: containers use the host's. Of several test runs one at a time has it, and it ends with its
 * run, however that ends. A string says why there is none.
 */
export async function openDocker(): Promise<Docker | string> {
  if (!hasCommand('docker', '--version')) return 'no Docker: run scripts/install-outside-tools'
  if (hasCommand('docker', 'info')) return { docker: client(), stop: async () => {} }
  if (process.getuid?.() !== 0 || !hasCommand('dockerd', '--version'))
    return 'no Docker daemon: start one, or run scripts/install-outside-tools as root'
  const folder = join(outsideTools, 'docker')
  mkdirSync(folder, { recursive: true })
  const host = `unix://${folder}/docker.sock`
  const log = join(folder, 'dockerd.log')
  const output = openSync(log, 'w')
  const pidFile = join(folder, 'dockerd.pid')
  // Each of the three becomes the next one, so all have the same process id; the first one's condition stays.
  const endWithUs = ['--pdeathsig', 'TERM']
  const alone = ['flock', '--no-fork', '--timeout', '300', join(folder, 'lock')]
  const places = [`--host=${host}`, `--data-root=${folder}/data`, `--exec-root=${folder}/exec`, `--pidfile=${pidFile}`]
  const daemon = ['dockerd', ...places, '--bridge=none', '--iptables=false']
  const child = spawn('setpriv', [...endWithUs, ...alone, ...daemon], { stdio: ['ignore', output, output] })
  const exited = once(child, 'exit')
  const docker = client(host)
  const isUp = async () => {
    // Another run's daemon may answer while this one waits for it to end.
    if (!existsSync(pidFile) || Number(readFileSync(pidFile, 'utf8')) !== child.pid) return false
    return docker('info').then(
      () => true,
      () => false,
    )
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  for (const deadline = Date.now() + 360_000; child.exitCode === null && Date.now() < deadline; await wait(pollMs))
    if (await isUp()) return { docker, stop }
  if (child.exitCode === null) await stop()
  return `no Docker: dockerd does not run here (see ${log})`
}

/**
 * The image that ours is built upon: what `NODE_IMAGE` names, else the root filesystem that
 * `scripts/install-outside-tools` made, else the Dockerfile's own, from its registry. Undefined when there is none.
 */
export async function findBase(docker: Docker['docker']): Promise<string | undefined> {
  const { NODE_IMAGE } = process.env
  if (NODE_IMAGE) return NODE_IMAGE
  const archive = findTool('node-base.tar')
  if (!archive) {
    const official = 'node:24-slim'
    return docker('pull', '--quiet', official).then(
      () => official,
      () => undefined,
    )
  }
  const { size, mtimeMs } = statSync(archive)
  const name = `frontdesk-node-base:${size}-${Math.round(mtimeMs)}`
  if ((await docker('images', '--quiet', name)) === '') {
    const change = (line: string) => ['--change', line]
    const path = change('ENV PATH=/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin')
    // So that a build trusts what this machine trusts.
    const trust = change('ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt')
    await docker('import', ...path, ...trust, archive, name)
  }
  return name
}

/**
 * Waits until the health check of the image says that a container is healthy, also where it said otherwise for a while.
 * Throws with the container's log when it ends, or is never healthy.
 */
export async function untilHealthy(docker: Docker['docker'], container: string, withinMs = 180_000): Promise<void> {
  const format = '{{.State.Status}} {{.State.Health.Status}}'
  let state = ''
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await wait(pollMs)) {
    state = await docker('inspect', '--format', format, container)
    if (state === 'running healthy') return
    if (!state.startsWith('running')) break
  }
  throw new Error(`${container} is ${state}:\n${await docker('logs', '--tail', '40', container)}`)
}
