import { ServiceError } from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import { seenIn, storeProbe } from './probe.ts'

const slow = () => new ServiceError('deadline_exceeded')
const away = () => new ServiceError('unavailable')

/** A probe whose store does as told, and what it asked of it. */
function probing() {
  const store = { at: 0, asked: [] as string[], fault: undefined as Error | undefined }
  const ask = (what: string) => async () => {
    store.asked.push(what)
    if (store.fault) throw store.fault
  }
  const probe = storeProbe({ read: ask('read'), write: ask('write'), now: () => store.at, random: () => 0 })
  return { store, probe }
}

it('a minute of checks every 5 s writes twice, and not at all beside writes of the platform', async () => {
  const { store, probe } = probing()
  for (; store.at < 60_000; store.at += 5_000) await probe.check()
  expect(store.asked.filter((each) => each === 'write')).toHaveLength(2)
  store.asked = []
  for (; store.at < 120_000; store.at += 5_000) {
    probe.note({ isWrite: true, isOk: true })
    await probe.check()
  }
  expect(new Set(store.asked)).toEqual(new Set(['read']))
})

it('a slow read does not count while the platform gets answers, and does when nobody gets one', async () => {
  const { store, probe } = probing()
  await probe.check()
  store.fault = slow()
  store.at += 4_000
  await probe.check()
  store.at += 4_000
  await expect(probe.check()).rejects.toMatchObject({ code: 'deadline_exceeded' })
})

it('a server that is away counts at once, whatever worked a moment ago', async () => {
  const { store, probe } = probing()
  await probe.check()
  store.fault = away()
  await expect(probe.check()).rejects.toMatchObject({ code: 'unavailable' })
})

it('after a write that failed the probe writes, until one succeeds', async () => {
  const { store, probe } = probing()
  await probe.check()
  probe.note({ isWrite: true, isOk: false })
  store.fault = new ServiceError('unavailable', { storage: 'disk_full' })
  for (const _ of [1, 2]) await expect(probe.check()).rejects.toMatchObject({ storage: 'disk_full' })
  store.fault = undefined
  await probe.check()
  expect(store.asked).toEqual(['write', 'write', 'write', 'write'])
  await probe.check()
  expect(store.asked.at(-1)).toBe('read')
})

it('reads a command as what it says of the store', () => {
  expect(seenIn('insert', { ok: 1 })).toEqual({ isWrite: true, isOk: true })
  expect(seenIn('insert', { ok: 1, writeErrors: [{ code: 11_000 }] })).toEqual({ isWrite: true, isOk: true })
  expect(seenIn('update', { ok: 1, writeErrors: [{ code: 14_031 }] })).toEqual({ isWrite: true, isOk: false })
  expect(seenIn('update', { ok: 1, writeConcernError: { code: 64 } })).toEqual({ isWrite: true, isOk: false })
  expect(seenIn('find', { ok: 1 })).toEqual({ isWrite: false, isOk: true })
  expect(seenIn('find', undefined, new Error('away'))).toBeUndefined()
  expect(seenIn('hello', { ok: 1 })).toBeUndefined()
})
