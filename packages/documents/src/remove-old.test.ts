import { openSqlite } from '@frontdesk/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Collection, collection } from './port.ts'
import { removeOld } from './remove-old.ts'
import { sqliteDocuments } from './sqlite.ts'

type Note = { at: number; isDone?: boolean }
const store = openSqlite(':memory:')
let notes: Collection<Note>
beforeEach(async () => {
  notes = await sqliteDocuments(store).collection(collection<Note>('notes', [{ fields: ['at'], acrossTenants: true }]))
})
afterEach(() => notes.eraseTenant('acme'))

const never = new AbortController().signal
const left = async () => (await notes.find('acme', { limit: 1_000 })).items.map(({ id }) => id)
const event = { id: 'evt_1', subject: 'event.notes.note.made.v1', headers: {}, body: {} }

test('what is old goes, however much it is, and what is not, or fits not, stays', async () => {
  const many = Array.from({ length: 450 }, (_, i) => ({ id: `old ${i}`, body: { at: i % 7, isDone: true } }))
  await notes.putMany('acme', [...many, { id: 'new', body: { at: 10, isDone: true } }, { id: 'open', body: { at: 1 } }])
  await removeOld(notes, { field: 'at', before: 10, where: { isDone: true } }, never)
  expect(await left()).toEqual(['new', 'open'])
})

test('one whose events are not told yet stays until they are, and holds up no other', async () => {
  await notes.insert('acme', 'untold', { at: 1 }, [event])
  await notes.putMany(
    'acme',
    Array.from({ length: 250 }, (_, i) => ({ id: `told ${i}`, body: { at: 2 } })),
  )
  await removeOld(notes, { field: 'at', before: 10 }, never)
  expect(await left()).toEqual(['untold'])
  await notes.settle('acme', 'untold', event.id)
  await removeOld(notes, { field: 'at', before: 10 }, never)
  expect(await left()).toEqual([])
})

test('what is written to meanwhile stays; what belongs to one goes as it is told', async () => {
  await notes.putMany('acme', [
    { id: 'a', body: { at: 1 } },
    { id: 'b', body: { at: 2 } },
  ])
  const seen: string[] = []
  const remove = async ({ tenant, id, revision }: { tenant: string; id: string; revision: number }) => {
    seen.push(id)
    if (id === 'b') await notes.put('acme', 'b', { at: 20 })
    await notes.remove(tenant, id, revision)
  }
  await removeOld(notes, { field: 'at', before: 10, remove }, never)
  expect([seen.sort(), await left()]).toEqual([['a', 'b'], ['b']])
})
