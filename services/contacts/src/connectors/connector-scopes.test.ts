import { type ConnectorKind, contacts, newId, type Scope } from '@frontdesk/contracts'
import { sealFor } from '@frontdesk/secrets'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestContacts } from '../../testing/start-test-contacts.ts'

let platform: Awaited<ReturnType<typeof startTestContacts>>
const tenant = newId('ten')
beforeAll(async () => {
  platform = await startTestContacts()
})
afterAll(() => platform.close())

const as = () => platform.as(tenant)
const letterFor = async (connectorId: string) => {
  const { publicKey } = await as().ask(contacts.queries.publicKeyRead, {})
  return sealFor(publicKey, JSON.stringify({ accessToken: 'pat-eu1-1234' }), `${tenant}/${connectorId}`)
}
type Settings = { pushConversations?: ('escalated' | 'resolved')[]; pushContacts?: boolean; pullContacts?: boolean }
async function make(scopes: Scope[], settings: Settings) {
  const connectorId = newId('cnn')
  const none = { pushConversations: [], pushContacts: false, pullContacts: false }
  const kind: ConnectorKind = 'hubspot'
  return as().ask(contacts.queries.connectorCreate, {
    ...none,
    ...settings,
    connectorId,
    operationId: newId('op'),
    kind,
    name: 'CRM',
    enabled: true,
    syncEveryMinutes: null,
    letter: await letterFor(connectorId),
    scopes,
  })
}
const lacking = (...missing: Scope[]) => ({
  code: 'forbidden',
  message: expect.stringMatching(new RegExp(`^This needs the scopes? ${missing.join(', ')}, `)),
})

it.each<[Settings, Scope]>([
  [{ pushConversations: ['resolved'] }, 'conversations'],
  [{ pushContacts: true }, 'contacts'],
  [{ pullContacts: true }, 'contacts'],
])('%j is asked for, changed and removed only with the scope %s', async (settings, scope) => {
  await expect(make(['settings'], settings)).rejects.toMatchObject(lacking(scope))
  const { id: connectorId } = await make(['settings', scope], settings)
  const patch = (patch: object) =>
    as().ask(contacts.queries.connectorUpdate, { connectorId, patch, scopes: ['settings'] })
  await expect(patch({ enabled: false })).rejects.toMatchObject(lacking(scope))
  await expect(as().ask(contacts.queries.connectorDelete, { connectorId, scopes: ['settings'] })).rejects.toMatchObject(
    lacking(scope),
  )
  expect(await as().ask(contacts.queries.connectorRead, { connectorId })).toMatchObject({ enabled: true })
  await as().ask(contacts.queries.connectorDelete, { connectorId, scopes: ['settings', scope] })

  const idle = await make(['settings'], {})
  const extended = { connectorId: idle.id, patch: settings, scopes: ['settings' as const] }
  await expect(as().ask(contacts.queries.connectorUpdate, extended)).rejects.toMatchObject(lacking(scope))
  const renamed = { connectorId: idle.id, patch: { name: 'Mine' }, scopes: ['settings' as const] }
  expect(await as().ask(contacts.queries.connectorUpdate, renamed)).toMatchObject({ ...idle, name: 'Mine' })
})

it('new secrets need the scopes of all that may be on its way', async () => {
  const { id: connectorId } = await make(['settings'], {})
  const given = { connectorId, patch: {}, letter: await letterFor(connectorId) }
  const refused = lacking('conversations', 'contacts')
  await expect(as().ask(contacts.queries.connectorUpdate, { ...given, scopes: ['settings'] })).rejects.toMatchObject(
    refused,
  )
  await as().ask(contacts.queries.connectorUpdate, { ...given, scopes: ['settings', 'conversations', 'contacts'] })
})

it('a sync and a conversation written by hand need the scope of what they carry', async () => {
  const { id: connectorId } = await make(['admin'], { pullContacts: true, pushConversations: ['escalated'] })
  const sync = as().ask(contacts.queries.syncStart, { operationId: newId('op'), connectorId, scopes: ['settings'] })
  await expect(sync).rejects.toMatchObject(lacking('contacts'))
  const push = as().ask(contacts.queries.conversationPush, {
    connectorId,
    conversationId: newId('cnv'),
    scopes: ['settings'],
  })
  await expect(push).rejects.toMatchObject(lacking('conversations'))
})
