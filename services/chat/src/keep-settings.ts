import { type BodyOf, defaultSettings, type Settings, settingsChanged, type settingsUpdate } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { ChatContext } from './context.ts'
import type { ConversationDocument } from './conversation-document.ts'

const hourMs = 3_600_000

/** When a conversation whose last word was said now counts as resolved, if nobody says more. */
export const assumeAtFrom = (
  { assumedResolutionHours: hours }: Settings,
  now: string,
): Pick<ConversationDocument, 'assumeAt'> =>
  hours === null ? {} : { assumeAt: new Date(Date.parse(now) + hours * hourMs).toISOString() }

/** One record a tenant, under this id. */
const recordId = 'settings'
export const settingsCollection = collection<Settings>('chat-settings')

/** What holds for the tenant; the defaults where it never said otherwise. */
export async function readSettings({
  tenant,
  collections,
}: Pick<ChatContext, 'tenant' | 'collections'>): Promise<Settings> {
  const stored = await collections.settings.get(tenant, recordId)
  return { ...defaultSettings, ...stored?.body }
}

/** The language that a customer who writes in `language` (ISO 639-1, null: unknown) is answered in. */
export const servedIn = (language: string | null, { languages }: Pick<Settings, 'languages'>): string | null =>
  languages.length === 0 || (language !== null && languages.includes(language)) ? language : languages[0]!

/** Changes what is given; a patch that says what holds already changes nothing and is not told to anyone. */
export async function updateSettings(
  { patch, actor: { name: _, ...actor } }: BodyOf<typeof settingsUpdate>,
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
    return { body: settings, events: [context.event(settingsChanged, { settings, changed, actor })] }
  })
  return { ...defaultSettings, ...stored?.body }
}
