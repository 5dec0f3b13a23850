import { settings, settingsPatch, settingsRead, settingsUpdate } from '@frontdesk/contracts'
import { actorOf } from '../agent-records.ts'
import { route } from '../route.ts'

const common = { access: 'settings', tag: 'Settings', url: '/api/settings', status: 200, reply: settings } as const

/** How a tenant wants its platform to behave. */
export const settingsRoutes = [
  route({
    ...common,
    method: 'GET',
    summary: 'Read the settings',
    handle: ({ context }) => context.ask(settingsRead, {}),
  }),
  route({
    ...common,
    method: 'PATCH',
    summary: 'Change settings',
    description: 'Only the fields that are given change. `x-agent-id` names who did it.',
    body: settingsPatch,
    async handle(input) {
      return input.context.ask(settingsUpdate, { patch: input.body, actor: await actorOf(input) })
    },
  }),
]
