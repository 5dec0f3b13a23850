import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openLog } from '@frontdesk/service'
import { startPlatform } from '../src/start-platform.ts'

export type Environment = Record<string, string | undefined>
export type Ended = { code: number; stdout: string; stderr: string }

/** The program `frontdesk`. */
export const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
/** Settings without servers, whatever the environment names. */
export const embedded = { NATS_URL: '', MONGODB_URL: '', ELASTICSEARCH_URL: '', EMBEDDING_MODEL: 'off' }

/** Runs a command as a process of its own, to its end: that it reads beside another one is often the point. */
export function runCommand(args: string[], env: Environment): Promise<Ended> {
  const all = { ...process.env, ...env } as NodeJS.ProcessEnv
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env: all }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

/** A platform in this process, on a free port. */
export const startQuietly = (env: Environment) =>
  startPlatform({
    env: { PORT: '0', HOST: '127.0.0.1', ENCRYPTION_KEY: 'a key for tests', EMBEDDING_MODEL: 'off', ...env },
    log: openLog({ level: 'silent', terminal: false }),
  })

const { NATS_URL, MONGODB_URL, ELASTICSEARCH_URL } = process.env
/** The servers of the environment; undefined where it does not name all three. */
export const servers =
  NATS_URL && MONGODB_URL && ELASTICSEARCH_URL ? { NATS_URL, MONGODB_URL, ELASTICSEARCH_URL } : undefined
