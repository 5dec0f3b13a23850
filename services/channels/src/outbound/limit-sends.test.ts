import { newId } from '@frontdesk/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { channelId, fakeProvider, startTestOutbound, type TestOutbound } from '../../testing/start-test-outbound.ts'
import { saveMessage } from './queue-message.ts'
import { step } from './send-message.ts'

let test: TestOutbound
beforeEach(async () => {
  test = await startTestOutbound()
})
afterEach(() => test.stop())

describe('files above 2 MB', () => {
  const bytes = 3 * 1024 * 1024
  const tenants = ['acme', 'bolt', 'core', 'dune', 'echo']
  const hanging = new Map<string, () => void>()
  /** Takes a message only when the test lets it. */
  const slow = fakeProvider('email', async ({ id }) => {
    await new Promise<void>((end) => hanging.set(id, end))
    return { id: `provider-${id}` }
  })
  const end = (id: string) => {
    hanging.get(id)!()
    hanging.delete(id)
  }
  /** A message with a file, of a conversation of a tenant. */
  async function write(tenant: string) {
    const conversation = newId('cnv')
    const context = test.context.forTenant(tenant)
    const file = { id: `att_${conversation}`, filename: 'a.pdf', contentType: 'application/pdf', bytes }
    await context.collections.attachments.put(tenant, file.id, {
      ...file,
      conversationId: conversation,
      blobId: file.id,
    })
    await test.recordThread('email', { tenant, conversationId: conversation })
    const own = { id: `msg_${conversation}`, conversationId: conversation, attachments: [file] }
    await saveMessage(test.message(1, own), 'email', channelId, context)
    return { id: own.id, sent: step(conversation, context, [slow]) }
  }
  const writeAll = async () => {
    const all = []
    for (const tenant of tenants) {
      await test.keepChannel('email', { address: `${tenant}@shop.example` }, tenant)
      all.push(await write(tenant))
    }
    return all
  }

  it('of a tenant whose provider is slow hold up its own, and no other tenant', async () => {
    for (const tenant of tenants) await test.keepChannel('email', { address: `${tenant}@shop.example` }, tenant)
    const [first, second] = [await write('acme'), await write('acme')]
    await vi.waitFor(() => expect([...hanging.keys()]).toEqual([first.id]))
    for (const tenant of tenants.slice(1)) {
      const { id, sent } = await write(tenant)
      await vi.waitFor(() => expect([...hanging.keys()]).toEqual([first.id, id]))
      end(id)
      await sent
    }
    end(first.id)
    await vi.waitFor(() => expect([...hanging.keys()]).toEqual([second.id]))
    end(second.id)
    await Promise.all([first.sent, second.sent])
  })

  it('are held for three messages at once', async () => {
    const all = await writeAll()
    for (const { id } of all) {
      await vi.waitFor(() => expect(hanging.has(id)).toBe(true))
      expect(hanging.size).toBeLessThanOrEqual(3)
      end(id)
    }
    await Promise.all(all.map(({ sent }) => sent))
  })
})
