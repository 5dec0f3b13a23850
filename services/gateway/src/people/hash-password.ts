import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { ServiceError } from '@frontdesk/contracts'
import pLimit from 'p-limit'

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, 2 passes and 1 lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

/** Hashes of one process at once: more than its cores are not faster, and the thread pool of Node has four threads. */
const maxAtOnce = Math.max(1, Math.min(4, availableParallelism()))
/** At some 50 ms a hash, the last one of these waits about 3 s on two cores. */
const maxWaiting = 128

type Cost = typeof cost
type Phc = { cost: Cost; salt: Buffer; hash: Buffer }

type Lane = 'known' | 'others'

/** Hashes in turn, off the event loop. `known` has a lane of its own, so that a flood of guesses does not hold it up. */
export function openHasher() {
  const lanes = { known: pLimit(1), others: pLimit(maxAtOnce) }

  /** Throws `overloaded` when too many wait. */
  async function derive(password: string, salt: Buffer, { memory, passes, parallelism }: Cost, lane: Lane) {
    const limit = lanes[lane]
    if (limit.pendingCount >= maxWaiting) throw new ServiceError('overloaded', { retryAfterSeconds: 2 })
    return limit(
      () =>
        new Promise<Buffer>((resolve, reject) => {
          const options = { message: password, nonce: salt, tagLength: hashBytes, memory, passes, parallelism }
          argon2('argon2id', options, (error, hash) => (error ? reject(error) : resolve(hash)))
        }),
    )
  }

  return {
    /** The PHC string of a password; with `salt` under that one. */
    async hash(password: string, salt: Buffer = randomBytes(saltBytes)): Promise<string> {
      return toPhc({ cost, salt, hash: await derive(normal(password), salt, cost, 'known') })
    },

    /**
     * Those of some PHC strings that are of this password. It takes as long for none as for one, or for several under one
     * salt: a hash is made in any case.
     */
    async matching(password: string, stored: readonly string[], lane: Lane = 'others'): Promise<string[]> {
      const parsed = stored.map((text) => ({ text, phc: fromPhc(text) }))
      const groups = Map.groupBy(parsed, ({ phc: { cost, salt } }) => `${Object.values(cost)} ${salt.toString('hex')}`)
      if (groups.size === 0) {
        await derive(normal(password), randomBytes(saltBytes), cost, lane)
        return []
      }
      const found: string[] = []
      for (const group of groups.values()) {
        const { salt, cost } = group[0]!.phc
        const hash = await derive(normal(password), salt, cost, lane)
        for (const { text, phc } of group) if (timingSafeEqual(phc.hash, hash)) found.push(text)
      }
      return found
    },
  }
}

/** The same characters are the same password, however a keyboard composes them (RFC 8265, 4.2.2). */
const normal = (password: string): string => password.normalize('NFC')

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

function toPhc({ cost: { memory, passes, parallelism }, salt, hash }: Phc): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`
}

/** Throws `internal` for what is none of ours. */
function fromPhc(text: string): Phc {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(text)
  if (!parts) throw new ServiceError('internal', { cause: 'a stored password is no PHC string of argon2id' })
  const [, memory, passes, parallelism, salt, hash] = parts
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt!, 'base64'),
    hash: Buffer.from(hash!, 'base64'),
  }
}

/** The salt of a PHC string. */
export const saltOf = (phc: string): Buffer => fromPhc(phc).salt
