import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))

export const apiKey = 'fault-test-bootstrap-key-0123456789abcdef'

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

export type PlatformProcess = {
  baseUrl: string
  /** SIGKILL, and wait until it is gone. */
  kill(): Promise<void>
  /** SIGTERM, and wait; answers the exit code. */
  stop(): Promise<number | null>
}

/** `frontdesk start` as a process of its own, on a data folder, ready to serve. Throws with its output when it is not within 30 s. */
export async function startProcess(options: {
  dataDir: string
  port: number
  env?: Record<string, string>
}): Promise<PlatformProcess> {
  const child: ChildProcess = spawn(process.execPath, [main, 'start'], {
    env: {
      ...process.env,
      PORT: String(options.port),
      HOST: '127.0.0.1',
      DATA_DIR: options.dataDir,
      BOOTSTRAP_API_KEY: apiKey,
      OUTBOUND_ALLOW: '127.0.0.1/32',
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'warn',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const pipe of [child.stdout!, child.stderr!]) {
    pipe.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000)
    })
  }
  const exited = once(child, 'exit') as Promise<[number | null]>
  let isExpected = false
  child.once('exit', (code) => {
    if (!isExpected) process.stderr.write(`the platform ended by itself with ${code}:\n${output}\n`)
  })
  const baseUrl = `http://127.0.0.1:${options.port}`
  const deadline = Date.now() + 30_000
  while (true) {
    if (child.exitCode !== null) throw new Error(`the platform ended with ${child.exitCode}:\n${output}`)
    if (Date.now() > deadline) throw new Error(`the platform was not ready after 30 s:\n${output}`)
    const reply = await fetch(`${baseUrl}/readyz`).catch(() => undefined)
    await reply?.arrayBuffer()
    if (reply?.status === 200) break
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return {
    baseUrl,
    async kill() {
      isExpected = true
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      isExpected = true
      child.kill('SIGTERM')
      const [code] = await exited
      return code
    },
  }
}
