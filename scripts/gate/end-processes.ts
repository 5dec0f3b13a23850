import { readdirSync, readFileSync } from 'node:fs'

/** The variable by which the processes of a group, and theirs, are known: they inherit it. */
export const groupVariable = 'FRONTDESK_TEST_GROUP'

export type Left = { pid: number; command: string }

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It ended meanwhile, or is somebody else's.
    return undefined
  }
}

/** The processes that inherited the variable `mark` (`NAME=value`). Knows of none where there is no `/proc`. */
function processesOf(mark: string): Left[] {
  let entries: string[]
  try {
    entries = readdirSync('/proc')
  } catch {
    return []
  }
  return entries
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
    .filter((pid) => `${read(`/proc/${pid}/environ`) ?? ''}\0`.includes(`${mark}\0`))
    .filter((pid) => !/^State:\s+Z/m.test(read(`/proc/${pid}/status`) ?? ''))
    .map((pid) => ({ pid, command: (read(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trim().slice(0, 120) }))
}

const signal = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}

/** Ends what inherited the variable `mark` (`NAME=value`), with the process group of `leader`; returns what it found. */
export function endProcesses(mark: string, leader: number): Left[] {
  const found = processesOf(mark).filter(({ pid }) => pid !== leader)
  signal(-leader)
  // What was started while the others were ended.
  for (let left = processesOf(mark), rounds = 0; left.length > 0 && rounds < 5; left = processesOf(mark), rounds++)
    for (const { pid } of left) signal(pid)
  return found
}
