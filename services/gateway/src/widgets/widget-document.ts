import { collection } from '@frontdesk/documents'
import { z } from 'zod'
import { vaultPurpose } from '../people/vault-purpose.ts'

const color = z.string().regex(/^#[0-9a-f]{6}$/, 'Must be a color in lower-case hex: #1a5fd0')
const language = z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'Must be a language tag: sv')
const fieldName = z.string().regex(/^[A-Za-z][\w-]{0,63}$/, 'Must be letters, digits, _ and -: company')

function isOrigin(text: string): boolean {
  if (text === '*') return true
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text
}

/** Algorithms of user tokens: with the widget's secret, or with a key of `jwks`. */
const tokenAlgorithm = z.enum(['HS256', 'RS256', 'ES256', 'EdDSA'])

const keyPart = z.string().max(2_000).optional()
/** The public parts of a key (RFC 7517, RFC 7518): a private one is refused. */
const publicKey = z
  .strictObject({
    kty: z.enum(['RSA', 'EC', 'OKP']),
    kid: keyPart,
    use: z.literal('sig').optional(),
    alg: tokenAlgorithm.optional(),
    key_ops: z.array(z.literal('verify')).max(1).optional(),
    crv: keyPart,
    x: keyPart,
    y: keyPart,
    n: keyPart,
    e: keyPart,
  })
  .meta({ id: 'WidgetPublicKey' })

/** What visitors read, in one language, by name. The widget has words of its own for what is not here. */
export const widgetTexts = z
  .record(
    fieldName,
    z
      .string()
      .max(1_000)
      .or(z.array(z.string().max(200).trim().min(1)).max(4)),
  )
  .describe('By name: `title`, `greeting`, `suggestions` (up to four questions to start with), and others')
  .meta({ id: 'WidgetTextsOfLanguage' })

const preChatField = z
  .strictObject({
    name: fieldName,
    kind: z.enum(['text', 'email', 'phone', 'multiline']),
    label: z.record(language, z.string().max(200)).optional().describe('By language'),
    required: z.boolean(),
  })
  .meta({ id: 'WidgetField' })

const proactiveMessage = z
  .strictObject({
    name: z.string().max(100).trim().min(1),
    when: z.strictObject({
      path: z.string().max(500).optional().describe('The path of the page begins with this'),
      secondsOnPage: z.number().int().min(0).max(3_600).optional(),
      returning: z.boolean().optional(),
      hours: z.enum(['open', 'closed']).optional(),
    }),
    message: z.record(language, z.string().min(1).max(500)).describe('By language'),
    oncePer: z.enum(['session', 'day', 'ever']),
  })
  .meta({ id: 'WidgetProactiveMessage' })

const identity = z.strictObject({
  mode: z
    .enum(['off', 'optional', 'required'])
    .describe('Whether visitors can, or must, prove with a `userToken` that they are users of the site'),
  algorithms: z.array(tokenAlgorithm).min(1).max(4),
  jwks: z
    .strictObject({ keys: z.array(publicKey).min(1).max(20) })
    .optional()
    .describe('Public keys (RFC 7517) for the algorithms other than HS256'),
})
const theme = z.strictObject({
  accent: color,
  onAccent: color.describe('Text on the accent: needs a contrast of 4.5 (WCAG AA)'),
  radius: z.number().int().min(0).max(32).describe('In px'),
  position: z.enum(['start', 'end']).describe('Side of the page, in reading direction'),
  scheme: z.enum(['auto', 'light', 'dark']),
})
const launcher = z.strictObject({
  label: z.string().max(60).optional(),
  icon: z.enum(['chat', 'question', 'lifebuoy']),
  hidden: z.boolean(),
})
const preChat = z.strictObject({
  when: z.enum(['never', 'always', 'outside_hours', 'on_hand_over']),
  fields: z.array(preChatField).max(10),
  consent: z.record(language, z.string().min(1).max(2_000)).optional().describe('Text to agree to, by language'),
})
const features = z.strictObject({
  attachments: z.boolean(),
  sources: z.boolean(),
  rating: z.boolean(),
  transcript: z.boolean(),
  talkToPerson: z.boolean(),
  deleteConversations: z.boolean(),
})
const widgetLimits = z.strictObject({
  answersPerHour: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .describe('Answers of the AI per hour; above this, people answer'),
  tokensPerDay: z
    .number()
    .int()
    .min(0)
    .nullable()
    .describe('Tokens of models for answers per day in UTC; above this, people answer. null: no limit'),
})

const fields = {
  name: z.string().max(200).trim().min(1).describe('A name for people of the tenant'),
  enabled: z.boolean(),
  allowedOrigins: z
    .array(z.string().max(300).refine(isOrigin, 'Must be an origin like https://shop.example.com, or *'))
    .max(100)
    .describe('Sites that may embed it; `*`: any'),
  identity,
  theme,
  launcher,
  texts: z
    .record(language, widgetTexts)
    .refine((texts) => Buffer.byteLength(JSON.stringify(texts)) <= 64 * 1_024, 'Must have at most 64 kB as JSON.')
    .describe('By language'),
  preChat,
  features,
  proactive: z.array(proactiveMessage).max(20),
  limits: widgetLimits,
}

/** What a widget that says nothing else is like. */
const defaults = {
  enabled: true,
  allowedOrigins: [],
  identity: { mode: 'off', algorithms: ['HS256'] },
  theme: { accent: '#1a5fd0', onAccent: '#ffffff', radius: 16, position: 'end', scheme: 'auto' },
  launcher: { icon: 'chat', hidden: false },
  texts: {},
  preChat: { when: 'never', fields: [] },
  features: {
    attachments: true,
    sources: true,
    rating: true,
    transcript: true,
    talkToPerson: true,
    deleteConversations: false,
  },
  proactive: [],
  limits: { answersPerHour: 600, tokensPerDay: null },
} satisfies Omit<WidgetSettings, 'name'>

const settings = z.object(fields)
export type WidgetSettings = z.output<typeof settings>

/** Groups of settings of which a patch changes the fields that it names. */
const groups = ['identity', 'theme', 'launcher', 'preChat', 'features', 'limits'] as const

export const widgetPatch = z
  .strictObject({
    ...fields,
    identity: identity.extend({ jwks: identity.shape.jwks.unwrap().nullable() }).partial(),
    theme: theme.partial(),
    launcher: launcher.extend({ label: launcher.shape.label.unwrap().nullable() }).partial(),
    preChat: preChat.extend({ consent: preChat.shape.consent.unwrap().nullable() }).partial(),
    features: features.partial(),
    limits: widgetLimits.partial(),
  })
  .partial()
  .meta({ id: 'WidgetPatch' })
export const widgetInput = widgetPatch.required({ name: true }).meta({ id: 'WidgetInput' })
export type WidgetPatch = z.output<typeof widgetPatch>

const withoutNulls = (value: object) => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null))
/** Settings for which null means something other than `none`. */
const keepsNulls = new Set<string>(['limits'])

/** The settings of a widget after a patch: within a group, only the fields that it names change. */
export function patched(before: WidgetSettings, patch: WidgetPatch): WidgetSettings {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined)
  const merged = given.map(([name, value]) => {
    if (!(groups as readonly string[]).includes(name)) return [name, value]
    const both = { ...before[name as 'theme'], ...(value as object) }
    return [name, keepsNulls.has(name) ? both : withoutNulls(both)]
  })
  return { ...before, ...Object.fromEntries(merged) }
}

/** The settings of a new widget. */
export const newSettings = ({ name, ...given }: z.output<typeof widgetInput>): WidgetSettings =>
  patched({ ...defaults, name }, given)

/** The settings of a stored widget; what was not known when it was stored has its default. */
export const settingsOf = ({ settings }: WidgetRecord): WidgetSettings => ({
  ...defaults,
  ...settings,
  features: { ...defaults.features, ...settings.features },
})

/** A secret that user tokens are signed with, sealed for `widgetSecretOwner`. Both hold for 24 h after a rotation. */
export type WidgetSecret = {
  /** The operation that made it. */
  operation: string
  sealed: string
  createdAt: string
  /** Milliseconds since 1970; absent for the newest. */
  expiresAt?: number
}

/** A chat widget as it is stored, under its public id. */
export type WidgetRecord = {
  /** The same as its key: whoever asks for it by that knows no tenant. */
  widgetId: string
  settings: WidgetSettings
  secrets: WidgetSecret[]
  createdAt: string
  updatedAt: string
}

/** Whose secret it is that a vault keeps for a widget. */
export const widgetSecretOwner = (tenant: string, widgetId: string): string => `${tenant}/${widgetId}`

export const widgets = collection<WidgetRecord>(
  'gateway-widgets',
  [{ fields: ['createdAt'] }, { fields: ['widgetId'], acrossTenants: true }],
  {
    refersTo: ({ tenant, id, body: { secrets } }) => ({
      secrets: secrets.map(({ sealed }) => ({ purpose: vaultPurpose, owner: widgetSecretOwner(tenant, id), sealed })),
    }),
  },
)

const timestamp = z.string().meta({ format: 'date-time' })
/** A widget as the API shows it: no secret. */
export const widget = z
  .object({ id: z.string(), ...fields, createdAt: timestamp, updatedAt: timestamp })
  .meta({ id: 'Widget' })

/** What the API shows of a stored widget. */
export const shownWidget = (id: string, record: WidgetRecord): z.output<typeof widget> => ({
  id,
  ...settingsOf(record),
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
})
