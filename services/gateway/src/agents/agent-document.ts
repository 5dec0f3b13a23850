import { capacity, mailbox, type OutOfOffice, outOfOffice, role, shownOutOfOffice } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import { z } from 'zod'
import { oneLine } from '../people/one-line.ts'
import { vaultPurpose } from '../people/vault-purpose.ts'

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Must be a time of day: 22:00')

export const agentInput = z.strictObject({
  name: z.string().max(200).overwrite(oneLine).min(1),
  email: z
    .email()
    .max(254)
    .refine(...mailbox),
  role: role.default('agent'),
  available: z.boolean().default(true).describe('false: away. Nothing is assigned automatically'),
  capacity: capacity
    .optional()
    .describe('With this many open conversations, the agent gets no more by automatic assignment'),
  outOfOffice: outOfOffice.optional().describe('Nothing is assigned automatically in this time'),
})
export const agentPatch = z
  .strictObject({
    ...agentInput.shape,
    role: agentInput.shape.role.unwrap(),
    available: z.boolean(),
    capacity: capacity.nullable().describe('null: no limit'),
    outOfOffice: outOfOffice.nullable(),
    status: z.enum(['active', 'disabled']).describe('`disabled` ends their sessions; `active` lets them sign in again'),
  })
  .partial()

const maxShortcuts = 100

export const agentStatus = z.enum(['invited', 'active', 'disabled'])

/** How an agent likes the console. */
export const preferences = z.strictObject({
  language: z
    .string()
    .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'Must be a language tag: sv')
    .optional(),
  theme: z.enum(['light', 'dark', 'system']).optional(),
  shortcuts: z.boolean().optional().describe('Whether keyboard shortcuts are on'),
  shortcutKeys: z
    .record(z.string().regex(/^[a-zA-Z0-9]{1,40}$/), z.string().min(1).max(40))
    .refine((keys) => Object.keys(keys).length <= maxShortcuts, `Must be at most ${maxShortcuts} shortcuts`)
    .meta({ maxProperties: maxShortcuts })
    .optional()
    .describe('Shortcuts of the console with other keys than the default, by name; each change replaces all of them'),
  holdReplies: z
    .boolean()
    .optional()
    .describe('Whether the console waits 5 seconds before it sends a reply, so that the agent can cancel it'),
  notifications: z
    .strictObject({
      assigned: z.boolean().optional(),
      mentioned: z.boolean().optional(),
      queue: z.boolean().optional().describe('When a conversation without an assignee waits'),
      sound: z.boolean().optional(),
      mail: z.boolean().optional(),
    })
    .optional(),
  quietHours: z
    .strictObject({ from: timeOfDay, to: timeOfDay, timeZone: z.string().min(1).max(64) })
    .nullable()
    .optional()
    .describe('No notifications from this time of day to that one; null: none'),
  digest: z
    .strictObject({ timeZone: z.string().min(1).max(64) })
    .nullable()
    .optional()
    .describe(
      'An e-mail with the figures of the week, on Mondays at 8:00 in that time zone; null: none. Needs `analytics:read`',
    ),
  signature: z.string().max(2_000).optional().describe('Added to the agent’s own replies'),
})
export type Preferences = z.output<typeof preferences>

/** What signing in knows of an agent. Absent for one who was never invited: that person only gives a name to API keys. */
export type SignInRecord = {
  /** In lower case; the same as the agent's own otherwise. */
  email: string
  /** The same, which one agent of a tenant may have. Absent where it was stored before that was so. */
  address?: string
  /** A session holds only while this is as it was when it began. */
  epoch: number
  /** A PHC string. */
  password?: string
  /** Hashes of the networks of the last sign-ins. */
  networks?: string[]
  /** The second factor; absent where it is off. */
  totp?: TotpRecord
  /** One that was begun and not confirmed yet. `expiresAt` is in milliseconds since 1970. */
  totpSetup?: { sealed: string; expiresAt: number }
}

/** A second factor (RFC 6238) as it is stored. */
export type TotpRecord = {
  /** The shared secret, sealed for `totpOwner`. */
  sealed: string
  enabledAt: string
  /** The time step of the last code that was accepted: none of that step or an earlier one is accepted again. */
  lastStep: number
  /** SHA-256 of the recovery codes that are left. */
  recoveryCodes: string[]
}

/** Whose secret it is that a vault keeps for the second factor of an agent. */
export const totpOwner = (tenant: string, agentId: string): string => `${tenant}/${agentId}/totp`

/** A person of the tenant who answers, as it is stored. */
export type AgentRecord = Omit<z.output<typeof agentInput>, 'outOfOffice'> & {
  /** In UTC. */
  outOfOffice?: OutOfOffice
  createdAt: string
  updatedAt: string
  /** Absent: `active`. */
  status?: z.output<typeof agentStatus>
  lastSeenAt?: string
  preferences?: Preferences
  signIn?: SignInRecord
}

export const agents = collection<AgentRecord>(
  'gateway-agents',
  [
    { fields: ['createdAt'] },
    { fields: ['signIn.email'] },
    { fields: ['signIn.email'], acrossTenants: true },
    { fields: ['signIn.address'], unique: true },
  ],
  {
    refersTo: ({ tenant, id, body: { signIn } }) =>
      signIn?.totp
        ? { secrets: [{ purpose: vaultPurpose, owner: totpOwner(tenant, id), sealed: signIn.totp.sealed }] }
        : {},
  },
)

const timestamp = z.string().meta({ format: 'date-time' })
/** An agent as the API shows it. */
export const agent = z.object({
  id: z.string(),
  ...agentInput.shape,
  role: agentInput.shape.role.unwrap(),
  available: z.boolean(),
  outOfOffice: shownOutOfOffice.optional(),
  hasPassword: z.boolean().optional().describe('Shown to callers with the scope `settings`, and to the agent'),
  hasTotp: z
    .boolean()
    .optional()
    .describe('Whether a sign-in with the password needs a code too; shown to the same callers as `hasPassword`'),
  status: agentStatus.describe('`invited`: has not chosen a password yet; `disabled`: can’t sign in'),
  lastSeenAt: timestamp.optional().describe('When a session of the agent was last used, to the minute'),
  createdAt: timestamp,
  updatedAt: timestamp,
})

/** What the API shows of a stored agent. */
export const shownAgent = (id: string, { signIn, ...record }: AgentRecord): z.output<typeof agent> => ({
  id,
  name: record.name,
  email: record.email,
  role: record.role,
  available: record.available,
  ...(record.capacity !== undefined && { capacity: record.capacity }),
  ...(record.outOfOffice && { outOfOffice: record.outOfOffice }),
  hasPassword: signIn?.password !== undefined,
  hasTotp: signIn?.totp !== undefined,
  status: record.status ?? 'active',
  ...(record.lastSeenAt !== undefined && { lastSeenAt: record.lastSeenAt }),
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
})
