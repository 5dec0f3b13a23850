import type { Recalibration } from '@frontdesk/answers'
import { type analytics, type BodyOf, chat, defaultSettings, type Settings } from '@frontdesk/contracts'
import { type Envelope, timestampOf } from '@frontdesk/service'
import type { ChatContext } from '../context.ts'
import type { ConversationDocument } from '../conversations/conversation-document.ts'

const hourMs = 3_600_000

/** When a conversation whose last message is now counts as resolved, unless somebody writes. */
export const assumeAtFrom = (
  { assumedResolutionHours: hours }: Settings,
  now: string,
): Pick<ConversationDocument, 'assumeAt'> =>
  hours === null ? {} : { assumeAt: new Date(Date.parse(now) + hours * hourMs).toISOString() }

/** One record a tenant, under this id. */
const recordId = 'settings'

/** The settings of the tenant, with defaults for those that it never set. */
export async function readSettings({
  tenant,
  collections,
}: Pick<ChatContext, 'tenant' | 'collections'>): Promise<Settings> {
  const stored = await collections.settings.get(tenant, recordId)
  return { ...defaultSettings, ...stored?.body }
}

/** How the tenant's confidences are corrected; undefined where nothing says so. */
export async function readRecalibration({
  tenant,
  collections,
}: Pick<ChatContext, 'tenant' | 'collections'>): Promise<Recalibration | undefined> {
  return (await collections.recalibrations.get(tenant, recordId))?.body.fit ?? undefined
}

/** Keeps how confidences are corrected now; an earlier event changes nothing. */
export async function recordRecalibration(
  { fit }: BodyOf<typeof analytics.events.recalibrationChanged>,
  { collections, commit }: ChatContext,
  { sequence }: Envelope,
): Promise<void> {
  await commit(collections.recalibrations, recordId, (current) =>
    current && current.body.sequence >= sequence ? undefined : { body: { fit, sequence } },
  )
}

/** The language (ISO 639-1) to answer a customer in who writes in `language` (null: unknown). */
export const servedIn = (language: string | null, { languages }: Pick<Settings, 'languages'>): string | null =>
  languages.length === 0 || (language !== null && languages.includes(language)) ? language : languages[0]!

/** Changes the given settings; a patch without a difference writes nothing and publishes no event. */
export async function updateSettings(
  { patch, actor: { name: _, ...actor } }: BodyOf<typeof chat.queries.settingsUpdate>,
  context: ChatContext,
): Promise<Settings> {
  const stored = await context.commit(context.collections.settings, recordId, (current) => {
    const before = { ...defaultSettings, ...current?.body }
    const entries = Object.entries(patch).filter(([, value]) => value !== undefined)
    const differs = ([name, value]: [string, unknown]) =>
      JSON.stringify(value) !== JSON.stringify(before[name as keyof Settings])
    const changed = entries.filter(differs).map(([name]) => name)
    if (changed.length === 0) return undefined
    const settings: Settings = { ...before, ...Object.fromEntries(entries), updatedAt: timestampOf(context.clock) }
    return { body: settings, events: [context.event(chat.events.settingsChanged, { settings, changed, actor })] }
  })
  return { ...defaultSettings, ...stored?.body }
}
