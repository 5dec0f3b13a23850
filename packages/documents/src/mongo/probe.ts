import { ServiceError } from '@frontdesk/contracts'

/** How long a successful write, of the platform or of the probe, says that writes work. */
const writeKnownForMs = 30_000
/** Up to this much earlier a probe writes, so that processes that start together do not write together. */
const spreadMs = 10_000
/** How long any success stands for a read that got no answer in time: a busy server is not away. */
const workKnownForMs = 5_000

type Probing = {
  /** A small read. */
  read(): Promise<void>
  /** A small write, acknowledged as every other one. */
  write(): Promise<void>
  now(): number
  random?(): number
}

/** What is seen of the commands that the platform sends. */
export type Seen = { isWrite: boolean; isOk: boolean }

/**
 * Whether a store works, from what the platform does with it anyway, and a read. It writes only when no write succeeded for
 * about half a minute, or since one failed: a write of each process every few seconds queued behind those of customers,
 * and when these were slow, all processes turned unready together. Refused connections and failing writes count at once.
 */
export function storeProbe({ read, write, now, random = Math.random }: Probing) {
  let wroteAt = Number.NEGATIVE_INFINITY
  let workedAt = Number.NEGATIVE_INFINITY
  let knownForMs = writeKnownForMs
  const isSlow = (error: unknown) => error instanceof ServiceError && error.code === 'deadline_exceeded'

  function note({ isWrite, isOk }: Seen): void {
    if (isOk) workedAt = now()
    if (!isWrite) return
    if (isOk) knownForMs = writeKnownForMs - Math.floor(random() * spreadMs)
    wroteAt = isOk ? now() : Number.NEGATIVE_INFINITY
  }

  return {
    note,
    /** Throws what is wrong. */
    async check(): Promise<void> {
      const worked = () => now() - workedAt < workKnownForMs
      if (now() - wroteAt >= knownForMs) {
        await write()
        return note({ isWrite: true, isOk: true })
      }
      await read().catch((error) => {
        if (!isSlow(error) || !worked()) throw error
      })
    },
  }
}

/** A refusal by a unique index. */
const duplicateKey = 11_000
const writes = new Set(['insert', 'update', 'delete', 'findAndModify'])

/** What a command says of the store; undefined for one that says nothing. A refusal by a unique index is an answer. */
export function seenIn(commandName: string, reply: unknown, failure?: Error): Seen | undefined {
  const isWrite = writes.has(commandName)
  if (!isWrite && commandName !== 'find' && commandName !== 'aggregate') return undefined
  if (failure) return isWrite ? { isWrite, isOk: 'code' in failure && failure.code === duplicateKey } : undefined
  const { writeErrors = [], writeConcernError } = (reply ?? {}) as {
    writeErrors?: { code: number }[]
    writeConcernError?: object
  }
  return { isWrite, isOk: !writeConcernError && writeErrors.every(({ code }) => code === duplicateKey) }
}
