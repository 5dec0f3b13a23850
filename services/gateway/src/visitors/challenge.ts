import { hash, randomBytes } from 'node:crypto'
import { ServiceError } from '@frontdesk/contracts'
import type { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import type { challenge, challengeSolution } from './challenge-document.ts'

/** Leading zero bits that the hash of a solution has: 2 ** 15 = 32,768 hashes on average, some 0.3 s in a worker. */
const difficulty = 15
const validMs = 5 * 60_000
const owner = 'visitor challenge'

/** A challenge for a network at a tenant; its salt says itself until when it holds, so that nothing is stored of it. */
export function makeChallenge(network: string, { state, clock, tenant }: GatewayContext): z.output<typeof challenge> {
  const said = JSON.stringify([tenant, network, clock.now() + validMs, randomBytes(8).toString('hex')])
  return { algorithm: 'sha-256', salt: state.vault.seal(said, owner), difficulty }
}

function zeroBits(digest: Buffer): number {
  const first = digest.findIndex((byte) => byte !== 0)
  return first < 0 ? digest.length * 8 : first * 8 + Math.clz32(digest[first]!) - 24
}

/**
 * Takes a solution, once. Throws `challenge_required` with another challenge for one that is wrong, too late, of another
 * network or tenant, or used.
 */
export async function takeSolution(
  { salt, solution }: z.output<typeof challengeSolution>,
  network: string,
  context: GatewayContext,
): Promise<void> {
  const { state, clock, tenant, collections } = context
  const refused = () => new ServiceError('challenge_required', { current: makeChallenge(network, context) })
  if (zeroBits(hash('sha256', `${salt}${solution}`, 'buffer')) < difficulty) throw refused()
  let said: unknown
  try {
    said = JSON.parse(state.vault.open(salt, owner))
  } catch {
    throw refused()
  }
  const [at, of, until] = said as [string, string, number]
  if (at !== tenant || of !== network || until <= clock.now()) throw refused()
  const id = `vis_${hash('sha256', salt, 'hex').slice(0, 48)}`
  const used = { count: 1, endsAt: until, operations: [] }
  if (!(await collections.visitorCounters.insert(tenant, id, used)).inserted) throw refused()
}
