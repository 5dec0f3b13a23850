import { type BodyOf, type channels, defaultSettings, ServiceError } from '@frontdesk/contracts'
import { standIn } from '@frontdesk/service/testing'
import { expect, it } from 'vitest'
import { bootstrapKey } from '../../testing/start-test-gateway.ts'
import { useGateway } from '../../testing/use-gateway.ts'

let added: BodyOf<typeof channels.queries.attachmentAdd>[]
let isBusy: boolean

const others = standIn({
  name: 'others',
  handlers: {
    chat: {
      settingsRead: async () => defaultSettings,
      visitorRead: async () => ({ verified: false }),
      visitorConversationList: async () => ({ items: [], nextCursor: null }),
    },
    channels: {
      attachmentAdd: async (body) => {
        if (isBusy) throw new ServiceError('overloaded')
        added.push(body)
        await gateway.ports.blobs.remove('default', body.blobId)
        const { filename } = body
        return {
          id: `att_${added.length}`,
          filename,
          contentType: 'text/plain',
          bytes: 9,
          expiresAt: '2026-01-02T00:00:00Z',
        }
      },
    },
  },
})

const gateway = useGateway(
  () => {
    added = []
    isBusy = false
    return { services: [others], env: { VISITOR_RATE_LIMIT_PER_MINUTE: '6000' } }
  },
  { listens: true },
)

async function post(path: string, body: object | FormData, headers: Record<string, string> = {}) {
  const isForm = body instanceof FormData
  const reply = await fetch(gateway.baseUrl() + path, {
    method: 'POST',
    body: isForm ? body : JSON.stringify(body),
    headers: { ...(!isForm && { 'content-type': 'application/json' }), ...headers },
  })
  return { status: reply.status, body: (await reply.json()) as any }
}

async function visitors(count: number): Promise<string[]> {
  const widget = await post('/api/widgets', { name: 'Shop', allowedOrigins: ['*'] }, { 'x-api-key': bootstrapKey })
  const tokens: string[] = []
  for (let i = 0; i < count; i++) tokens.push((await post(`/api/widget/${widget.body.id}/session`, {})).body.token)
  return tokens
}

function upload(token: string, headers: Record<string, string> = {}) {
  const form = new FormData()
  form.set('file', new Blob(['A receipt']), 'receipt.txt')
  return post('/api/widget/attachments', form, { authorization: `Bearer ${token}`, ...headers })
}

const uploadsLeft = async () =>
  (await Array.fromAsync(gateway.ports.blobs.list('default')))
    .map(({ id }) => id)
    .filter((id) => id.startsWith('upload_'))

it('nothing stays of a file above the limit of a visitor, nor of one that nobody had time for', async () => {
  const [token] = await visitors(1)
  isBusy = true
  expect(await upload(token!)).toMatchObject({ status: 503, body: { code: 'overloaded' } })
  expect(await uploadsLeft()).toEqual([])
  isBusy = false
  // The one before is counted: its file had been let in.
  for (let i = 2; i <= 40; i++) expect((await upload(token!)).status).toBe(201)
  expect(await upload(token!)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(added).toHaveLength(39)
  expect(await uploadsLeft()).toEqual([])
})

it('above half of a network’s files proof of work is asked for, and who has too many alone takes nothing of it', async () => {
  const [anna, bo, cia] = await visitors(3)
  for (let i = 1; i <= 40; i++) expect((await upload(anna!)).status).toBe(201)
  for (let i = 1; i <= 5; i++) expect((await upload(anna!)).status).toBe(429)
  for (let i = 41; i <= 60; i++) expect((await upload(bo!)).status).toBe(201)
  const key = { 'idempotency-key': 'the-same-file' }
  const asked = [await upload(cia!, key), await upload(cia!, key)]
  for (const each of asked) expect(each).toMatchObject({ status: 403, body: { code: 'challenge_required' } })
  // The reply is not kept: with a solution the same request is let in.
  expect(asked[0]!.body.challenge.salt).not.toBe(asked[1]!.body.challenge.salt)
  expect(added).toHaveLength(60)
  expect(await uploadsLeft()).toEqual([])
})
