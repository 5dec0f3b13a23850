import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectNats } from './connection.ts'

const shared = process.env.FRONTDESK_SHARED ?? fileURLToPath(new URL('../../../../shared', import.meta.url))
const engine = join(shared, 'engines/start')

/** Why no server can be started here; undefined when one can. */
export const noServerReason: string | undefined = !process.env.NATS_URL
  ? 'NATS_URL is not set'
  : existsSync(engine)
    ? undefined
    : `there is no ${engine}`

async function freePort(): Promise<number> {
  const probe: Server = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

/** A real server of a test's own on loopback, to be killed and started again. */
export async function serverForTest(options: { folder?: string } = {}) {
  const port = await freePort()
  let folder = options.folder
  const url = `nats://127.0.0.1:${port}`
  let server: ChildProcess | undefined

  /** Resolves when JetStream answers. */
  async function start() {
    folder ??= mkdtempSync(join(tmpdir(), 'frontdesk-nats-'))
    server = spawn(engine, ['nats', String(port), join(folder, 'data')], { stdio: 'ignore' })
    for (;;) {
      try {
        const connection = await connectNats({ url })
        await connection.check()
        return await connection.close()
      } catch (error) {
        if (server.exitCode !== null) throw error
        await new Promise((resolve) => setTimeout(resolve, 30))
      }
    }
  }

  async function kill() {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }

  return {
    url,
    start,
    kill,
    async startEmpty() {
      rmSync(join(folder!, 'data'), { recursive: true, force: true })
      await start()
    },
    async remove() {
      await kill()
      if (folder) rmSync(folder, { recursive: true, force: true })
    },
  }
}
