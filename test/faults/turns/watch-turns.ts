import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { mostSlowness } from '../../../scripts/gate/measure-slowness.ts'

const probe = fileURLToPath(new URL('./probe.ts', import.meta.url))

/** What the environment of a process needs for its turns to be measured, and told at `socket`. */
export const probeEnv = (socket: string) => ({ TURNS_SOCKET: socket, NODE_OPTIONS: `--import=${probe}` })

const askProbe = async (socket: string, question: 'pace' | 'turns'): Promise<any> => {
  const connection = connect(socket)
  connection.write(question)
  return JSON.parse(await text(connection))
}

/** How often the pace of the machine is looked at. */
const paceEveryMs = 2_000

/**
 * Measures turns of the main thread of a process that runs with `probeEnv`. Processor time passes more quickly where others
 * share caches and cores, and on slower ones, so it is told as of the usual machine when it is quiet: by how much slower this
 * one was before the process started, and by how long the same work took at its quickest then, and just now; together never
 * by more than `mostSlowness`, because part of what keeps the machine busy is the process itself.
 */
export async function watchTurns(socket: string, slownessBefore: number) {
  const paces: number[] = []
  for (let i = 0; i < 5; i++) paces.push(await askProbe(socket, 'pace'))
  const atFirst = Math.min(...paces)
  const slownessOf = (pace: number) => Math.min(mostSlowness, Math.max(1, (slownessBefore * pace) / atFirst))
  let lookedAt = performance.now()
  /** All turns as they were: milliseconds of this machine. */
  const asTaken: number[] = []
  return {
    /** The turns that some work took: milliseconds of the usual machine. */
    async during(work: () => Promise<unknown>): Promise<number[]> {
      if (performance.now() - lookedAt > paceEveryMs) {
        paces.push(await askProbe(socket, 'pace'))
        lookedAt = performance.now()
      }
      await askProbe(socket, 'turns')
      await work()
      const taken: number[] = await askProbe(socket, 'turns')
      for (const ms of taken) asTaken.push(ms)
      const slowness = slownessOf(paces.at(-1)!)
      return taken.map((ms) => ms / slowness)
    },
    asTaken,
    /** How much slower than the usual one the machine was, at its slowest. */
    slowness: () => slownessOf(Math.max(...paces)),
  }
}

/** The value that `share` of all values do not exceed; 0 of none. */
export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0
