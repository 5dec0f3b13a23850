import { hash } from 'node:crypto'
import { chat, lookUp, type Settings } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { maxMessageCharacters, visitorFiles } from '../visitors/visitor-limits.ts'
import { settingsOf, type WidgetRecord, widget, widgetTexts } from './widget-document.ts'

const { theme, launcher, preChat, features, proactive, identity } = widget.shape

/** What a page that embeds a widget needs to know of it. */
export const widgetConfig = z
  .object({
    id: z.string(),
    version: z.string().describe('Changes if anything but the hours changed'),
    language: z.string().optional().describe('The language of `texts`; absent: there are no texts'),
    texts: widgetTexts,
    identity: identity.pick({ mode: true }),
    theme,
    launcher,
    preChat,
    features,
    proactive,
    limits: z.object({
      messageCharacters: z.number().int(),
      attachmentBytes: z.number().int(),
      attachments: z.number().int().describe('Files of one message'),
    }),
    open: z.boolean().describe('Whether people answer now'),
    opensAt: z.string().meta({ format: 'date-time' }).optional(),
  })
  .meta({ id: 'WidgetConfig' })

/**
 * The texts for a language: of that language, of its base, of English, or of whichever there is. What the tenant says of a
 * message that is too long is said here too.
 */
function textsFor(
  language: string | undefined,
  texts: z.output<typeof widget>['texts'],
  tenantTexts: Settings['texts'],
): Pick<z.output<typeof widgetConfig>, 'language' | 'texts'> {
  const base = language?.split('-', 1)[0]
  const wanted = [language, base, 'en', Object.keys(texts)[0]]
  const found = wanted.find((each) => each !== undefined && Object.hasOwn(texts, each))
  const tooLong = lookUp(tenantTexts, (base ?? 'en').toLowerCase())?.tooLong
  const shown = found ?? (tooLong === undefined ? undefined : (base ?? 'en').toLowerCase())
  return {
    ...(shown && { language: shown }),
    texts: { ...(tooLong !== undefined && { messageTooLong: tooLong }), ...(found && texts[found]) },
  }
}

/** What a page is told of a widget, and its entity tag. */
export async function configOf(
  { id, body }: Stored<WidgetRecord>,
  language: string | undefined,
  context: GatewayContext,
): Promise<{ config: z.output<typeof widgetConfig>; etag: string }> {
  const { identity, theme, launcher, texts, preChat, features, proactive } = settingsOf(body)
  const [tenant, { open, opensAt }] = await Promise.all([
    context.ask(chat.queries.settingsRead, {}),
    context.ask(chat.queries.hoursRead, {}),
  ])
  const shown = {
    id,
    ...textsFor(language, texts, tenant.texts),
    identity: { mode: identity.mode },
    theme,
    launcher,
    preChat,
    features: { ...features, transcript: features.transcript && context.state.mailer !== undefined },
    proactive,
    limits: { messageCharacters: maxMessageCharacters, ...visitorFiles },
  }
  const version = hash('sha256', JSON.stringify(shown), 'hex').slice(0, 16)
  const config = { ...shown, version, open, ...(!open && opensAt && { opensAt }) }
  return { config, etag: `"${hash('sha256', JSON.stringify(config), 'hex').slice(0, 32)}"` }
}
