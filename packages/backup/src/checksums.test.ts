import { expect, it } from 'vitest'
import { documentText, sha256Of, startChecksum } from './checksums.ts'

const stored = {
  tenant: 'acme',
  id: 'one',
  revision: 2,
  sequence: 1,
  body: { b: [{ y: 1, x: 2 }], a: null },
  outbox: [],
}
const totalOf = (things: string[]) => {
  const checksum = startChecksum()
  for (const thing of things) checksum.add(thing)
  return checksum.total()
}

it('is the same in any order, and another one for any other thing', () => {
  expect(totalOf(['a', 'b', 'c'])).toEqual(totalOf(['c', 'a', 'b']))
  expect(totalOf(['a', 'b', 'c'])).not.toEqual(totalOf(['a', 'b', 'd']))
  expect(totalOf(['a', 'b'])).toMatchObject({ count: 2 })
})

it('a document has the same text whatever the order of its fields, and another one after any change', () => {
  const turned = {
    outbox: [],
    body: { a: null, b: [{ x: 2, y: 1 }] },
    sequence: 1,
    revision: 2,
    id: 'one',
    tenant: 'acme',
  }
  expect(documentText(turned)).toBe(documentText(stored))
  for (const change of [{ revision: 3 }, { sequence: 2 }, { tenant: 'other' }, { body: { a: null } }])
    expect(documentText({ ...stored, ...change })).not.toBe(documentText(stored))
})

it('bytes have one SHA-256, however they are cut', async () => {
  async function* pieces(...texts: string[]) {
    for (const text of texts) yield Buffer.from(text)
  }
  expect(await sha256Of(pieces('ab', 'c'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(await sha256Of(pieces('abc'))).toBe(await sha256Of(pieces('a', 'bc')))
})
