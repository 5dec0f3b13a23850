import {
  channelAccount,
  channelInput,
  channelPatch,
  channelSecrets,
  channels,
  derivedId,
  id,
  pageRequest,
  requireScopes,
  secretsOf,
} from '@frontdesk/contracts'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { heldBy } from '../keys/authenticate.ts'
import { sealForChannels } from '../provider-requests/seal-for-channels.ts'
import { jsonRoute } from './route.ts'

const common = { access: 'settings', tag: 'Channels' } as const
const params = z.object({ channelId: id })

const lines = Object.entries(channelSecrets).flatMap(([kind, providers]) =>
  Object.entries<{ required: readonly string[]; optional: readonly string[] }>(providers).map(
    ([provider, { required, optional }]) => {
      const later = optional.length > 0 ? `; ${optional.map((name) => `\`${name}\``).join(', ')} to send` : ''
      return `- ${kind}, \`${provider}\`: ${required.map((name) => `\`${name}\``).join(', ')}${later}`
    },
  ),
)
const secrets = z.record(z.string(), z.string().min(1).max(8_192))

const input = z
  .strictObject({
    ...channelInput.shape,
    secrets: secrets.describe('The provider’s secrets by name; never shown again'),
  })
  .superRefine(({ kind, provider, secrets }, context) => {
    const names = secretsOf(kind, provider)
    const fault = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
    if (!names) {
      fault(
        ['provider'],
        `There is no ${provider} for ${kind}; there are ${Object.keys(channelSecrets[kind]).join(', ')}.`,
      )
      return
    }
    const allowed = [...names.required, ...names.optional]
    for (const name of Object.keys(secrets)) {
      if (!allowed.includes(name)) fault(['secrets', name], `This is none of ${provider}: ${allowed.join(', ')}.`)
    }
    for (const name of names.required) {
      if (!Object.hasOwn(secrets, name)) fault(['secrets', name], 'This secret is required to receive.')
    }
  })
const patch = z.strictObject({ ...channelPatch.shape, secrets: secrets.optional().describe('The secrets to replace') })

const letterOf = (secrets: Record<string, string>, channelId: string, context: GatewayContext): Promise<string> =>
  sealForChannels(JSON.stringify(secrets), `${context.tenant}/${channelId}`, context)

/** Where customers write from. */
export const channelRoutes = [
  jsonRoute('GET /api/channels', {
    ...common,
    name: 'listChannels',
    summary: 'List channels',
    query: z.strictObject(pageRequest.shape),
    reply: channels.queries.channelList.reply,
    handle: ({ context, query }) => context.ask(channels.queries.channelList, query),
  }),
  jsonRoute('POST /api/channels', {
    ...common,
    name: 'createChannel',
    summary: 'Create a channel',
    description: [
      'An address belongs to one channel. `secrets` are encrypted before they leave this process and never shown again:',
      '',
      ...lines,
    ].join('\n'),
    body: input,
    status: 201,
    reply: channelAccount,
    refusals: ['conflict'],
    async handle({ context, body, operationId }) {
      const { secrets, ...channel } = body
      const channelId = derivedId('chn', context.tenant, operationId)
      const letter = await letterOf(secrets, channelId, context)
      return context.ask(channels.queries.channelCreate, { operationId, channelId, channel, letter })
    },
  }),
  jsonRoute('GET /api/channels/:channelId', {
    ...common,
    name: 'getChannel',
    summary: 'Read a channel',
    params,
    reply: channelAccount,
    handle: ({ context, params }) => context.ask(channels.queries.channelRead, params),
  }),
  jsonRoute('PATCH /api/channels/:channelId', {
    ...common,
    name: 'updateChannel',
    summary: 'Change a channel',
    description:
      '`secrets` replaces the named secrets immediately and keeps the others. This also needs the scope `conversations`, because the secrets decide where answers are sent.',
    params,
    body: patch,
    reply: channelAccount,
    async handle({ context, caller, params: { channelId }, body }) {
      const { secrets, ...patch } = body
      if (secrets) requireScopes(heldBy(caller), ['conversations'])
      const letter = secrets && (await letterOf(secrets, channelId, context))
      return context.ask(channels.queries.channelUpdate, { channelId, patch, ...(letter && { letter }) })
    },
  }),
  jsonRoute('DELETE /api/channels/:channelId', {
    ...common,
    name: 'deleteChannel',
    summary: 'Delete a channel',
    description:
      'The address can be used again. Conversations stay, but no more messages are sent through the channel.',
    params,
    handle: ({ context, params }) => context.ask(channels.queries.channelDelete, params),
  }),
]
