import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

export type NodeProcess = {
  /** Where it answers: the API when a gateway is in it, its health in any case. */
  baseUrl: string
  pid: number
  /** SIGKILL, and wait until it is gone. */
  kill(): Promise<void>
  /** SIGTERM, and wait; answers the exit code. */
  stop(): Promise<number | null>
  /** The end of what it wrote: its log. */
  output(): string
}

const readyWithinMs = 120_000
/** A pod's grace: who has not ended by then is named. */
const endsWithinMs = 45_000

/** A file that gets what all these processes write, each line under its process's name, for who asks why a test failed. */
const logFile = () => process.env.PROCESS_LOG

/**
 * Runs a file with Node as a process of its own that answers `/readyz` on `port`, and waits until it is ready. `name` is
 * what it is called when it ends by itself, which is told with the end of its output. Throws when it is not ready within
 * two minutes, which is long enough for many at once on a small machine.
 */
export async function startNodeProcess(options: {
  name: string
  entry: string
  args?: string[]
  /** A script that becomes Node, instead of `entry`. */
  script?: string
  port: number
  env: Record<string, string>
  /** How often it is asked whether it is ready. */
  pollMs?: number
}): Promise<NodeProcess> {
  const { name, entry, args = [], script, port, env, pollMs = 50 } = options
  const child: ChildProcess = spawn(script ?? process.execPath, script ? args : [entry, ...args], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), HEALTH_PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const pipe of [child.stdout!, child.stderr!]) {
    pipe.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000)
      const file = logFile()
      if (file) appendFileSync(file, text.replace(/^(?=.)/gm, `${name}: `))
    })
  }
  const exited = once(child, 'exit') as Promise<[number | null]>
  let isExpected = false
  child.once('exit', (code) => {
    if (!isExpected) process.stderr.write(`${name} ended by itself with ${code}:\n${output}\n`)
  })
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    isExpected = true
    child.kill(signal)
    const timer = setTimeout(() => {
      process.stderr.write(
        `${name} (${child.pid}) has not ended ${endsWithinMs / 1_000} s after ${signal}:\n${output}\n`,
      )
    }, endsWithinMs)
    const [code] = await exited
    clearTimeout(timer)
    return code
  }

  const baseUrl = `http://127.0.0.1:${port}`
  const deadline = Date.now() + readyWithinMs
  while (true) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}:\n${output}`)
    if (Date.now() > deadline) {
      await end('SIGKILL')
      throw new Error(`${name} was not ready after ${readyWithinMs / 1_000} s:\n${output}`)
    }
    const reply = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    await reply?.arrayBuffer().catch(() => undefined)
    if (reply?.status === 200) break
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return {
    baseUrl,
    pid: child.pid!,
    async kill() {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
    output: () => output,
  }
}
