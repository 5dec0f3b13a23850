import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { measureSlowness } from '../../../scripts/gate/measure-slowness.ts'

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
 * one is, and by how long the same work took at its quickest then, and just now.
 */
export async function watchTurns(socket: string) {
  const paces: number[] = []
  for (let i = 0; i < 5; i++) paces.push(await askProbe(socket, 'pace'))
  const atFirst = Math.min(...paces)
  const slownessAtFirst = await measureSlowness()
  const slownessOf = (pace: number) => Math.max(1, (slownessAtFirst * pace) / atFirst)
  let lookedAt = performance.now()
  return {
    /** The turns that some work took, in milliseconds. */
    async during(work: () => Promise<unknown>): Promise<number[]> {
      if (performance.now() - lookedAt > paceEveryMs) {
        paces.push(await askProbe(socket, 'pace'))
        lookedAt = performance.now()
      }
      await askProbe(socket, 'turns')
      await work()
      const slowness = slownessOf(paces.at(-1)!)
      return (await askProbe(socket, 'turns')).map((ms: number) => ms / slowness)
    },
    /** How much slower than the usual one the machine was, at its slowest. */
    slowness: () => slownessOf(Math.max(...paces)),
  }
}

/** The value that `share` of all values do not exceed; 0 of none. */
export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0
