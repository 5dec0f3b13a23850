import {
  channelAccount,
  channelCreate,
  channelDelete,
  channelInput,
  channelList,
  channelPatch,
  channelRead,
  channelSecrets,
  channelUpdate,
  derivedId,
  id,
  pageRequest,
  secretsOf,
} from '@frontdesk/contracts'
import { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { sealForChannels } from '../letterbox.ts'
import { route } from '../route.ts'

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
    secrets: secrets.describe('By the names of the provider’s; never shown again'),
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
const patch = z.strictObject({ ...channelPatch.shape, secrets: secrets.optional().describe('Those that change') })

const letterOf = (secrets: Record<string, string>, channelId: string, context: GatewayContext): Promise<string> =>
  sealForChannels(JSON.stringify(secrets), `${context.tenant}/${channelId}`, context)

/** Where customers write from. */
export const channelRoutes = [
  route({
    ...common,
    method: 'GET',
    url: '/api/channels',
    summary: 'List channels',
    query: z.strictObject(pageRequest.shape),
    status: 200,
    reply: channelList.reply,
    handle: ({ context, query }) => context.ask(channelList, query),
  }),
  route({
    ...common,
    method: 'POST',
    url: '/api/channels',
    summary: 'Make a channel',
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
      return context.ask(channelCreate, { operationId, channelId, channel, letter })
    },
  }),
  route({
    ...common,
    method: 'GET',
    url: '/api/channels/:channelId',
    summary: 'Read a channel',
    params,
    status: 200,
    reply: channelAccount,
    handle: ({ context, params }) => context.ask(channelRead, params),
  }),
  route({
    ...common,
    method: 'PATCH',
    url: '/api/channels/:channelId',
    summary: 'Change a channel',
    description: '`secrets` replaces those that it names, at once, and leaves the others as they are.',
    params,
    body: patch,
    status: 200,
    reply: channelAccount,
    async handle({ context, params: { channelId }, body }) {
      const { secrets, ...patch } = body
      const letter = secrets && (await letterOf(secrets, channelId, context))
      return context.ask(channelUpdate, { channelId, patch, ...(letter && { letter }) })
    },
  }),
  route({
    ...common,
    method: 'DELETE',
    url: '/api/channels/:channelId',
    summary: 'Delete a channel',
    description: 'Its address is free again. Its conversations stay; nothing goes out by it any more.',
    params,
    status: 204,
    async handle({ context, params }) {
      await context.ask(channelDelete, params)
    },
  }),
]
