import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/**
 * Where the tools that others wrote are kept (generators, linters, fuzzers): `FRONTDESK_TOOLS`, else a folder of the
 * user's cache. `scripts/install-outside-tools` fills it; campaigns that need a tool say so when it is not there.
 */
export const outsideTools = process.env.FRONTDESK_TOOLS ?? join(homedir(), '.cache/frontdesk-tools')

/** The path of a tool in `outsideTools`; undefined when it was not installed. */
export function findTool(path: string): string | undefined {
  const full = join(outsideTools, path)
  return existsSync(full) ? full : undefined
}

/** True when this command is on the PATH and ends with 0 when called like that. */
export function hasCommand(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}
