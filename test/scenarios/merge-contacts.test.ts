import { expect, test, vi } from 'vitest'
import { usePlatform } from './platform.ts'

const platform = usePlatform()
const waiting = { timeout: 30_000, interval: 100 }

test('two that are merged both ways at once are one, which is found by both, changed, and erased with all copies', async () => {
  const api = await platform.newTenant('merges')
  const keyOf = (name: string) => ({ headers: { 'idempotency-key': `make-${name}` } })
  const make = (name: string) =>
    api.send('POST', '/api/contacts', { body: { name, email: `${name}@example.com` }, ...keyOf(name) })
  const [{ body: a }, { body: b }] = [await make('alinka'), await make('borislava')]
  const conversations = await Promise.all(
    ['alinka', 'borislava'].map(async (name) => {
      const contact = { email: `${name}@example.com` }
      const { body } = await api.post('/api/chat/message', { message: 'Hello there', contact })
      return body.conversationId
    }),
  )
  const contactsOf = async () =>
    Promise.all(conversations.map(async (id) => (await api.get(`/api/conversations/${id}`)).body.contactId))
  await vi.waitFor(async () => expect(await contactsOf()).toEqual([a.id, b.id]), waiting)

  const merge = (into: string, from: string) => api.post('/api/contacts/merge', { into, from })
  const replies = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const lives = replies.find(({ status }) => status === 200)!.body.id
  await vi.waitFor(async () => expect(await contactsOf()).toEqual([lives, lives]), waiting)
  expect((await api.send('PATCH', `/api/contacts/${lives}`, { body: { tags: ['friend'] } })).status).toBe(200)
  for (const filter of ['email=alinka@example.com', 'email=BORISLAVA@example.com', 'q=borislava@']) {
    expect((await api.get(`/api/contacts?${filter}`)).body.items).toMatchObject([{ id: lives, tags: ['friend'] }])
  }
  expect(await api.post('/api/contacts', { email: 'borislava@example.com' })).toMatchObject({ status: 409 })
  const nobody = { body: { name: null, email: null } }
  expect((await api.send('PATCH', `/api/contacts/${lives}`, nobody)).status).toBe(422)

  const { body: started } = await api.post(`/api/contacts/${lives}/erase`, {})
  await vi.waitFor(
    async () => expect((await api.get(`/api/jobs/${started.jobId}`)).body.state).toBe('finished'),
    waiting,
  )
  // What was answered when they were made, under the id that one of them lost, is not answered again.
  for (const name of ['alinka', 'borislava']) {
    const again = await make(name)
    expect(again.status).toBe(404)
    expect(JSON.stringify(again.body)).not.toContain(name)
  }
})
