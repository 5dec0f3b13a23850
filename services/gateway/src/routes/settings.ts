import { chat, languageCode, ServiceError, settings, settingsPatch } from '@frontdesk/contracts'
import { z } from 'zod'
import { actorOf } from '../agents/require-agent.ts'
import type { GatewayContext } from '../context.ts'
import { mayUse } from '../keys/authenticate.ts'
import { signInSettingsPatch, signInSettingsShown } from '../sign-in-settings/sign-in-settings-document.ts'
import {
  checkIssuers,
  readSignInSettings,
  shownSignInSettings,
  updateSignInSettings,
} from '../sign-in-settings/sign-in-settings-store.ts'
import { jsonRoute } from './route.ts'

const allSettings = settings.extend({ signIn: signInSettingsShown })
const common = { access: 'settings', tag: 'Settings', reply: allSettings } as const

/** The settings of chat with those of signing in, which the gateway owns: their secrets stay here. */
async function withSignIn(own: z.output<typeof settings>, context: GatewayContext) {
  const { updatedAt, ...signIn } = await readSignInSettings(context.tenant, context)
  const newest =
    [own.updatedAt, updatedAt]
      .filter((at) => at !== null)
      .sort()
      .at(-1) ?? null
  return { ...own, signIn: shownSignInSettings(signIn, context.tenant), updatedAt: newest }
}

/** What says who may act as whom: whoever is held to them by `settings` alone must not change them. */
const adminSettings = ['signIn', 'requireAgentKeys'] as const

/** How a tenant wants its platform to behave. */
export const settingsRoutes = [
  jsonRoute('GET /api/settings', {
    ...common,
    name: 'getSettings',
    summary: 'Read the settings',
    handle: async ({ context }) => withSignIn(await context.ask(chat.queries.settingsRead, {}), context),
  }),
  jsonRoute('GET /api/settings/hours', {
    ...common,
    name: 'getOpeningHours',
    summary: 'Read whether people answer now',
    description: 'By the setting `businessHours`: whether people answer now, and when that changes.',
    reply: chat.queries.hoursRead.reply,
    handle: ({ context }) => context.ask(chat.queries.hoursRead, {}),
  }),
  jsonRoute('GET /api/settings/texts', {
    ...common,
    name: 'getCustomerTexts',
    summary: 'Read the texts for customers that no model writes',
    description:
      'Every text in one language: your own from the setting `texts`, or else the built-in text in that language, or else the English one.',
    query: z.strictObject({ language: languageCode.optional() }),
    reply: chat.queries.textsRead.reply,
    handle: ({ context, query }) => context.ask(chat.queries.textsRead, query),
  }),
  jsonRoute('PATCH /api/settings', {
    ...common,
    name: 'updateSettings',
    summary: 'Change settings',
    description:
      'Changes only the fields in the body, and only those fields of `signIn` that it contains. `signIn` and `requireAgentKeys` need the scope `admin`. `x-agent-id` names the agent.',
    body: settingsPatch.extend({ signIn: signInSettingsPatch.optional() }),
    refusals: ['address_refused'],
    async handle(input) {
      const { context, caller } = input
      const { signIn, ...patch } = input.body
      const rule = adminSettings.find((name) => input.body[name] !== undefined)
      if (rule && !mayUse(caller, 'admin'))
        throw new ServiceError('forbidden', { detail: `Changing \`${rule}\` needs the scope admin.` })
      if (signIn) await checkIssuers(signIn, context)
      const actor = await actorOf(input)
      const own =
        Object.keys(patch).length > 0 || !signIn
          ? await context.ask(chat.queries.settingsUpdate, { patch, actor })
          : await context.ask(chat.queries.settingsRead, {})
      if (signIn) await updateSignInSettings(signIn, actor, context)
      return withSignIn(own, context)
    },
  }),
]
