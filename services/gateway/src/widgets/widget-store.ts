import { derivedId, invalidNamedField, ServiceError } from '@frontdesk/contracts'
import type { Stored } from '@frontdesk/documents'
import { timestampOf } from '@frontdesk/service'
import type { z } from 'zod'
import type { GatewayContext } from '../context.ts'
import { randomToken } from '../people/random-token.ts'
import { contrastOf, minContrast, nearestAccent } from './contrast.ts'
import {
  newSettings,
  patched,
  settingsOf,
  type WidgetPatch,
  type WidgetRecord,
  type WidgetSecret,
  type WidgetSettings,
  type widgetInput,
  widgetSecretOwner,
} from './widget-document.ts'

/** How long the secret before holds after a rotation. */
const overlapMs = 24 * 3_600_000
const maxLiveSecrets = 5

const noWidget = () => new ServiceError('not_found', { detail: 'There is no such widget.' })

/** Throws `invalid_request` for settings that don't fit together. */
function check({ theme: { accent, onAccent }, identity: { algorithms, jwks } }: WidgetSettings): void {
  const contrast = contrastOf(accent, onAccent)
  if (contrast < minContrast) {
    const nearest = nearestAccent(accent, onAccent)
    const hint = nearest
      ? `The nearest valid accent is ${nearest}.`
      : 'No accent has enough contrast with this onAccent.'
    throw invalidNamedField(
      'theme.accent',
      `Its contrast with onAccent is ${contrast.toFixed(2)}, but must be at least 4.5. ${hint}`,
    )
  }
  const needsKeys = algorithms.some((algorithm) => algorithm !== 'HS256')
  if (needsKeys && !jwks) throw invalidNamedField('identity.jwks', 'Is required for algorithms other than HS256.')
}

/** A new secret of 32 random bytes, in base64url: its 43 characters are what user tokens are signed with. */
const makeSecret = (widgetId: string, operation: string, { tenant, state, clock }: GatewayContext): WidgetSecret => ({
  operation,
  sealed: state.vault.seal(`wgs_${randomToken()}`, widgetSecretOwner(tenant, widgetId)),
  createdAt: timestampOf(clock),
})

const isLive =
  (now: number) =>
  ({ expiresAt }: WidgetSecret): boolean =>
    expiresAt === undefined || expiresAt > now

/** Every secret that user tokens may be signed with now, newest first, in the clear. */
export const liveSecrets = (
  { tenant, id, body }: Stored<WidgetRecord>,
  { state, clock }: Pick<GatewayContext, 'state' | 'clock'>,
): string[] =>
  body.secrets
    .filter(isLive(clock.now()))
    .toReversed()
    .map(({ sealed }) => state.vault.open(sealed, widgetSecretOwner(tenant, id)))

/** The secret that an operation made, in the clear. Throws `conflict` where it is gone. */
function secretOf({ tenant, id, body }: Stored<WidgetRecord>, operation: string, { state }: GatewayContext): string {
  const made = body.secrets.find((secret) => secret.operation === operation)
  if (!made)
    throw new ServiceError('conflict', { detail: 'The secret that this request created has been replaced meanwhile.' })
  return state.vault.open(made.sealed, widgetSecretOwner(tenant, id))
}

/** Makes a widget and its secret, which is shown this once. The same operation again is the same widget. */
export async function createWidget(
  input: z.output<typeof widgetInput>,
  operation: string,
  context: GatewayContext,
): Promise<{ stored: Stored<WidgetRecord>; secret: string }> {
  const { tenant, collections, clock } = context
  const settings = newSettings(input)
  check(settings)
  const widgetId = derivedId('wgt', tenant, operation)
  const now = timestampOf(clock)
  const { stored } = await collections.widgets.insert(tenant, widgetId, {
    widgetId,
    settings,
    secrets: [makeSecret(widgetId, operation, context)],
    createdAt: now,
    updatedAt: now,
  })
  return { stored, secret: secretOf(stored, operation, context) }
}

/** Throws `not_found`. */
export async function readWidget(
  widgetId: string,
  { tenant, collections }: GatewayContext,
): Promise<Stored<WidgetRecord>> {
  const stored = await collections.widgets.get(tenant, widgetId)
  if (!stored) throw noWidget()
  return stored
}

/** Throws `not_found`, and `invalid_request` for settings that don't fit together. */
export async function updateWidget(
  widgetId: string,
  patch: WidgetPatch,
  context: GatewayContext,
): Promise<Stored<WidgetRecord>> {
  const stored = await context.commit(context.collections.widgets, widgetId, (current) => {
    if (!current) throw noWidget()
    const settings = patched(settingsOf(current.body), patch)
    check(settings)
    return { body: { ...current.body, settings, updatedAt: timestampOf(context.clock) } }
  })
  return stored!
}

/**
 * Gives a widget a new secret; those before hold for another 24 h. Throws `not_found`, and `conflict` where five hold
 * already.
 */
export async function rotateSecret(
  widgetId: string,
  operation: string,
  context: GatewayContext,
): Promise<{ secret: string; previousExpiresAt: string }> {
  const stored = await context.commit(context.collections.widgets, widgetId, (current) => {
    if (!current) throw noWidget()
    const now = context.clock.now()
    const { secrets } = current.body
    if (secrets.some((secret) => secret.operation === operation)) return undefined
    const live = secrets.filter(isLive(now))
    if (live.length >= maxLiveSecrets)
      throw new ServiceError('conflict', {
        detail: `${maxLiveSecrets} secrets are already valid; old ones end after 24 hours.`,
      })
    const before = live.map((secret) => ({ ...secret, expiresAt: secret.expiresAt ?? now + overlapMs }))
    return { body: { ...current.body, secrets: [...before, makeSecret(widgetId, operation, context)] } }
  })
  const ends = stored!.body.secrets.flatMap(({ expiresAt }) => expiresAt ?? [])
  return {
    secret: secretOf(stored!, operation, context),
    previousExpiresAt: new Date(Math.max(...ends)).toISOString(),
  }
}

/** Throws `not_found`. Its visitors are signed out; what they said stays. */
export async function deleteWidget(widgetId: string, { tenant, collections }: GatewayContext): Promise<void> {
  if (!(await collections.widgets.remove(tenant, widgetId))) throw noWidget()
}
