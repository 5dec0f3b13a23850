import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Servers } from '@frontdesk/testing'
import { freePort } from './start-node-process.ts'

const shared = process.env.FRONTDESK_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url))
/** Becomes a server: `<start> nats|mongo|elasticsearch PORT DATA_DIR`. */
const startEngine = process.env.FRONTDESK_ENGINES_START ?? join(shared, 'engines/start')

/** Why no server can be started (and so killed) by a test; undefined when one can. */
export const noEngines = !process.env.NATS_URL
  ? 'not run: NATS_URL is not set'
  : existsSync(startEngine)
    ? undefined
    : `not run: there is no ${startEngine} (FRONTDESK_ENGINES_START)`

const readyWithinMs = 120_000

/** A server of a test's own, to be killed and started again on the same data. */
export type Engine = { name: 'NATS' | 'MongoDB' | 'Elasticsearch'; start(): Promise<void>; kill(): Promise<void> }

async function answers(port: number, path: string | undefined): Promise<boolean> {
  if (path) return (await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined))?.status === 200
  const socket = connect(port, '127.0.0.1')
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  socket.destroy()
  return isOpen
}

async function makeEngine(name: Engine['name'], what: string, port: number, data: string): Promise<Engine> {
  const health = what === 'elasticsearch' ? '/_cluster/health?wait_for_status=yellow&timeout=30s' : undefined
  let server: ChildProcess | undefined
  return {
    name,
    /** Resolves when it answers. */
    async start() {
      const env = { ...process.env, ES_HEAP: process.env.ES_HEAP ?? '512m' }
      const child = spawn(startEngine, [what, String(port), data], { stdio: 'ignore', env })
      server = child
      const deadline = Date.now() + readyWithinMs
      while (!(await answers(port, health))) {
        if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${what} did not start`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    /** SIGKILL, and wait until it is gone. */
    async kill() {
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      server.kill('SIGKILL')
      await once(server, 'exit')
    },
  }
}

/** NATS, MongoDB and Elasticsearch of a test's own, on fresh data. */
export async function startEngines(): Promise<{ servers: Servers; engines: Engine[]; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-engines-'))
  const [nats, mongo, elastic] = [await freePort(), await freePort(), await freePort()]
  const engines = await Promise.all([
    makeEngine('NATS', 'nats', nats, join(folder, 'nats')),
    makeEngine('MongoDB', 'mongo', mongo, join(folder, 'mongo')),
    makeEngine('Elasticsearch', 'elasticsearch', elastic, join(folder, 'elasticsearch')),
  ])
  const stop = async () => {
    await Promise.all(engines.map((engine) => engine.kill()))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await Promise.all(engines.map((engine) => engine.start()))
  } catch (error) {
    await stop()
    throw error
  }
  const servers = {
    natsUrl: `nats://127.0.0.1:${nats}`,
    mongodbUrl: `mongodb://127.0.0.1:${mongo}/?directConnection=true`,
    elasticsearchUrl: `http://127.0.0.1:${elastic}`,
  }
  return { servers, engines, stop }
}
