import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** So many lines are shown of one file of tests: a fault that comes again and again says no more. */
const maxLines = 20

/** Where the processes that tests start write what they log, unless `PROCESS_LOG` says where. */
export const processLogOf = (root: string): string => process.env.PROCESS_LOG ?? join(root, '.tools/processes.log')

/** Removes what earlier runs logged, but nothing from a file that somebody named. */
export function emptyProcessLog(root: string): void {
  if (process.env.PROCESS_LOG !== undefined) return
  const file = processLogOf(root)
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { force: true })
}

/** What the processes logged of the requests whose ids stand in a failure: why the platform refused what it should not. */
export function loggedOf(failure: string, root: string): string[] {
  const requests = [...new Set(failure.match(/req_[0-9a-f]{32}/g))]
  const file = processLogOf(root)
  if (requests.length === 0 || !existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => requests.some((request) => line.includes(request))).slice(0, maxLines)
}
