import type { VisitorApi } from '../api/visitor-api.ts'
import type { Host } from '../host.ts'
import type { VisitorSession } from '../session/visitor-session.ts'
import type { VisitorStorage } from '../session/visitor-storage.ts'

type Options = {
  host: Pick<Host, 'context'>
  api: Pick<VisitorApi, 'json'>
  session: Pick<VisitorSession, 'withToken'>
  storage: Pick<VisitorStorage, 'read' | 'write'>
}

/** Sends what the site says of this visit, unless it said the same before. What comes of it makes no difference to the visitor. */
export async function reportContext({ host, api, session, storage }: Options): Promise<void> {
  const fields = Object.fromEntries(
    Object.entries(host.context ?? {}).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )
  const context = JSON.stringify(fields)
  if (storage.read().context === context) return
  storage.write({ context })
  await session
    .withToken((token) => api.json('visitor', { method: 'PATCH', token, body: JSON.stringify({ fields }) }))
    .catch((error) => {
      console.warn('Frontdesk: the context was not taken', error)
      storage.write({ context: '' })
    })
}
