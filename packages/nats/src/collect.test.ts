import type { StoredMsg } from '@nats-io/jetstream'
import { errors } from '@nats-io/transport-node'
import { expect, it } from 'vitest'
import { collect } from './connection.ts'

const message = (seq: number) => ({ seq }) as StoredMsg

/** What each get answers in turn: some messages, then perhaps no more for too long. */
function getter(...answers: { seqs: number[]; isLate?: true }[]) {
  let gets = 0
  const get = async () => {
    const { seqs, isLate } = answers[gets++]!
    return (async function* () {
      for (const seq of seqs) yield message(seq)
      if (isLate) throw new errors.TimeoutError()
    })()
  }
  return { get, gets: () => gets }
}

it('a read that took too long is sent once more, and tells nothing twice', async () => {
  const { get, gets } = getter({ seqs: [1, 2], isLate: true }, { seqs: [1, 2, 3] })
  expect((await collect(get)).map(({ seq }) => seq)).toEqual([1, 2, 3])
  expect(gets()).toBe(2)
})

it('a server that is too slow twice is an error', async () => {
  const { get, gets } = getter({ seqs: [], isLate: true }, { seqs: [1], isLate: true }, { seqs: [1] })
  await expect(collect(get)).rejects.toThrow(errors.TimeoutError)
  expect(gets()).toBe(2)
})
