import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { DoctorReport } from '../src/doctor-verdict.ts'
import { type Environment, runCommand, startQuietly } from './run-command.ts'

/** The command `doctor`, with a data folder for each test. */
export function useDoctor() {
  let dir = ''
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'frontdesk-doctor-'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  async function doctor(env: Environment, ...args: string[]): Promise<{ code: number; output: string }> {
    const all = { OPENAI_BASE_URL: '', CHAT_MODEL: '', DATA_DIR: dir, ...env }
    const { code, stdout, stderr } = await runCommand(['doctor', ...args], all)
    return { code, output: stdout + stderr }
  }
  async function report(env: Environment): Promise<DoctorReport & { code: number }> {
    const { code, output } = await doctor(env, '--json')
    return { ...JSON.parse(output), code }
  }
  /** A platform on that folder. */
  const start = (env: Environment) => startQuietly({ DATA_DIR: dir, ...env })
  return { doctor, report, start }
}
