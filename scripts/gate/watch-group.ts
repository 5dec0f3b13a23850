import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { endProcesses, groupVariable } from './end-processes.ts'
import type { FileOutcome, GroupOrder, Message } from './messages.ts'
import { processLogOf } from './process-log.ts'

/** Tests that run together, in a process of their own. */
export type Group = {
  name: string
  /** A project of vitest.config.ts. */
  project: string
  /** Files or folders from the root; all of the project unless given. */
  files?: readonly string[]
  /** A command instead of a project: one test, which passes when it ends with 0. */
  command?: readonly string[]
  /** When it is ended: at least two and a half times what it takes on a quiet machine of two cores. */
  limitSeconds: number
  /** What of the environment is different for it. */
  env?: Record<string, string>
  /** Another order of the files for each number. */
  shuffle?: number
  /** Its lines are not shown. */
  isSilent?: boolean
  /** It goes on until its time is up, which is no failure; its failures stand, without a second try. */
  isOpenEnded?: boolean
}

export type GroupResult = {
  group: Group
  seconds: number
  outcomes: FileOutcome[]
  /** Failures that belong to no test file. */
  errors: string[]
  /** Files that had begun and not ended when the time was up; undefined when it was not. */
  hung?: string[]
  /** Files that had not begun then. */
  notRun: string[]
}

const entry = fileURLToPath(new URL('run-group.ts', import.meta.url))

/** The environment without what a surrounding vitest set for itself. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST|^NODE_OPTIONS$/.test(name)))
}

const orderOf = (root: string, { project, files = [], shuffle }: Group): GroupOrder => ({
  root,
  project,
  files: [...files],
  ...(shuffle !== undefined && { shuffle }),
})

/** What a command comes to: one test of that name. */
const commandOutcome = (name: string, isPassed: boolean, seconds: number): FileOutcome => ({
  file: name,
  isFailed: !isPassed,
  durationMs: seconds * 1_000,
  errors: [],
  tests: [{ name: 'ends with 0', state: isPassed ? 'passed' : 'failed' }],
})

const running = new Set<{ mark: string; pid: number }>()
/** Ends every group that runs: for a runner that is itself ended. */
export function endAllGroups(): void {
  for (const { mark, pid } of running) endProcesses(mark, pid)
}

/**
 * Runs a group until it is through or its time is up; then it is ended with all the processes that it started. Resolves in
 * either case, in bounded time. `say` gets what a reader should know at once.
 */
export async function watchGroup(
  root: string,
  group: Group,
  limitMs: number,
  say: (line: string) => void,
): Promise<GroupResult> {
  const started = performance.now()
  const id = randomBytes(6).toString('hex')
  const mark = `${groupVariable}=${id}`
  const [program, ...args] = group.command ?? [process.execPath, entry, JSON.stringify(orderOf(root, group))]
  const output = group.isSilent ? 'ignore' : 'inherit'
  const child = spawn(program!, args, {
    cwd: root,
    // A process group of its own, so that it can be ended with its workers.
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
    env: { ...cleanEnvironment(), PROCESS_LOG: processLogOf(root), ...group.env, [groupVariable]: id },
  })
  const own = { mark, pid: child.pid! }
  running.add(own)

  const queued = new Set<string>()
  const begun = new Set<string>()
  const ended = new Map<string, FileOutcome>()
  const finished: Extract<Message, { kind: 'finished' }>[] = []
  child.on('message', (message: Message) => {
    if (message.kind === 'queued') queued.add(message.file)
    else if (message.kind === 'started') begun.add(message.file)
    else if (message.kind === 'ended') ended.set(message.outcome.file, message.outcome)
    else finished.push(message)
  })

  const limit = { isOver: false }
  const code = await new Promise<number | string>((resolve) => {
    const timer = setTimeout(() => {
      limit.isOver = true
      endProcesses(mark, child.pid!)
    }, limitMs)
    child.once('error', (error) => {
      clearTimeout(timer)
      resolve(error.message)
    })
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      resolve(code ?? signal ?? 'no code')
    })
  })
  // Left running by a test that did not end what it started.
  const left = endProcesses(mark, child.pid!)
  running.delete(own)
  if (!limit.isOver)
    for (const { pid, command } of left) say(`left running by ${group.name} and ended: ${pid} ${command}`)

  const seconds = (performance.now() - started) / 1_000
  const open = (files: Set<string>) => [...files].filter((file) => !ended.has(file))
  const hung = open(begun)
  const notRun = open(queued).filter((file) => !begun.has(file))
  if (group.command) {
    const outcomes = [commandOutcome(group.command.join(' '), code === 0, seconds)]
    return { group, seconds, outcomes, errors: [], ...(limit.isOver && { hung: [] }), notRun: [] }
  }
  const [end] = finished
  if (end && !limit.isOver) return { group, seconds, outcomes: end.outcomes, errors: end.errors, notRun: [] }
  const outcomes = [...ended.values()]
  if (limit.isOver) return { group, seconds, outcomes, errors: [], hung, notRun }
  const errors = [`${group.name} ended by itself (${code}) while these files ran: ${hung.join(', ') || 'none'}`]
  return { group, seconds, outcomes, errors, notRun: [...hung, ...notRun] }
}
