import { isFresh, platformTenant, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { LRUCache } from 'lru-cache'
import type { GatewayContext } from '../context.ts'
import type { WidgetReader } from '../keys/caller.ts'
import { settingsOf, type WidgetRecord } from './widget-document.ts'

/** How long a widget that was read is believed: what changes holds everywhere within 2 s. */
const trustMs = 1_000
const maxCached = 1_000

/** Remembers widgets for `trustMs`, also that there is none. */
export function makeWidgetReader({ clock, collections }: GatewayContext): WidgetReader {
  const known = new LRUCache<string, { widget: Promise<Stored<WidgetRecord> | undefined>; readAt: number }>({
    max: maxCached,
  })

  async function lookUp(widgetId: string): Promise<Stored<WidgetRecord> | undefined> {
    const [found] = await collections.widgets.findAcrossTenants({ where: { widgetId }, limit: 1 })
    if (!found || !settingsOf(found.body).enabled) return undefined
    const tenant = await collections.tenants.get(platformTenant, found.tenant)
    return tenant?.body.erasure ? undefined : found
  }

  return {
    async find(widgetId) {
      let entry = known.get(widgetId)
      if (!entry || !isFresh(entry.readAt, trustMs, clock.now())) {
        const widget = lookUp(widgetId)
        entry = { widget, readAt: clock.now() }
        known.set(widgetId, entry)
        widget.catch(() => known.delete(widgetId))
      }
      const widget = await entry.widget
      if (!widget) throw new ServiceError('not_found', { detail: 'There is no such widget.' })
      return widget
    },
  }
}
