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

/** The processes that a group has left running, by what they inherited. Knows of none where there is no `/proc`. */
function processesOf(group: string): Left[] {
  const mark = `${groupVariable}=${group}\0`
  let entries: string[]
  try {
    entries = readdirSync('/proc')
  } catch {
    return []
  }
  return entries
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
    .filter((pid) => `${read(`/proc/${pid}/environ`) ?? ''}\0`.includes(mark))
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

/** Ends what a group has left running, with the process group of `leader`; returns what it found. */
export function endProcesses(group: string, leader: number): Left[] {
  const found = processesOf(group).filter(({ pid }) => pid !== leader)
  signal(-leader)
  // What was started while the others were ended.
  for (let left = processesOf(group), rounds = 0; left.length > 0 && rounds < 5; left = processesOf(group), rounds++)
    for (const { pid } of left) signal(pid)
  return found
}
