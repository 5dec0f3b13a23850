import { type ChildProcess, execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const main = fileURLToPath(new URL('../../apps/frontdesk/src/main.ts', import.meta.url))

export type Env = Record<string, string>
export type Ended = { code: number; stdout: string; stderr: string }

/** The command as its users run it; `watch` gets its process. */
export function frontdesk(args: string[], env: Env, watch?: (child: ChildProcess) => void): Promise<Ended> {
  const all = { ...process.env, NATS_URL: '', MONGODB_URL: '', ELASTICSEARCH_URL: '', ...env }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [main, ...args],
      { env: all, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    )
    watch?.(child)
  })
}

/** The same, for a command that has to succeed. */
export async function succeed(args: string[], env: Env): Promise<Ended> {
  const ended = await frontdesk(args, env)
  expect(ended, ended.stderr).toMatchObject({ code: 0 })
  return ended
}

/** Kills the command with SIGKILL as soon as its standard error has this text. Answers whether it came so far. */
export async function killAt(text: string, args: string[], env: Env): Promise<boolean> {
  let isKilled = false
  await frontdesk(args, env, (child) => {
    let said = ''
    child.stderr!.on('data', (piece) => {
      said += piece
      if (isKilled || !said.includes(text)) return
      isKilled = child.kill('SIGKILL')
    })
  })
  return isKilled
}
