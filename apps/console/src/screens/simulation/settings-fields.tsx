import type { Schemas } from '@frontdesk/client'
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../app/language.tsx'
import { policiesQuery } from '../../app/policies.ts'
import type { Policy } from '../../app/policy-order.ts'
import { SelectField, TextField } from '../../components/field/field.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import styles from './testing.module.css'
import { useTexts } from './texts.ts'
import type { SimulationInput } from './use-simulation.ts'

const channels = ['api', 'widget', 'email', 'whatsapp', 'sms'] as const satisfies Schemas['ConversationChannel'][]

/** Under what a question is tried. `chosen` holds ids of policies, also of those that are off. */
export type TrySettings = {
  channel: (typeof channels)[number]
  /** As it was typed; empty for the tenant's. */
  threshold: string
  policies: 'live' | 'none' | 'chosen'
  chosen: readonly string[]
}
export const liveSettings: TrySettings = { channel: 'api', threshold: '', policies: 'live', chosen: [] }

/** The fields of a request that settings stand for. */
export function inputOf(
  settings: TrySettings,
  all: readonly Policy[],
): Pick<SimulationInput, 'channel' | 'threshold' | 'policies'> {
  const { channel, policies, chosen } = settings
  const threshold = settings.threshold.trim()
  return {
    channel,
    ...(threshold !== '' && { threshold: Number(threshold) }),
    ...(policies === 'none' && { policies: [] }),
    ...(policies === 'chosen' && {
      policies: all.filter(({ id }) => chosen.includes(id)).map((policy) => ({ ...policy, enabled: true })),
    }),
  }
}

type Props = { settings: TrySettings; onChange: (settings: TrySettings) => void; legend: string }

/** Channel, threshold and policies of a try. */
export function SettingsFields({ settings, onChange, legend }: Props) {
  const texts = useTexts()
  const messages = useMessages()
  const { data: all = [], error, refetch } = useQuery(policiesQuery)
  const set = (change: Partial<TrySettings>) => onChange({ ...settings, ...change })
  return (
    <fieldset className={styles.settings}>
      <legend>{legend}</legend>
      <SelectField
        label={texts.channel}
        value={settings.channel}
        choices={channels.map((channel) => [channel, messages.channel[channel]])}
        onChange={(channel) => set({ channel })}
      />
      <TextField
        label={texts.threshold}
        hint={texts.thresholdHint}
        type="number"
        min={0}
        max={1}
        step="any"
        value={settings.threshold}
        onChange={(threshold) => set({ threshold })}
      />
      <SelectField
        label={texts.policies}
        value={settings.policies}
        choices={Object.entries(texts.policyChoice)}
        onChange={(policies) => {
          const live = all.filter(({ enabled }) => enabled).map(({ id }) => id)
          set({ policies, ...(policies === 'chosen' && settings.chosen.length === 0 && { chosen: live }) })
        }}
      />
      {settings.policies === 'chosen' && (
        <fieldset className={styles.chosen}>
          <legend>{texts.choosePolicies}</legend>
          <ProblemNotice error={error} onRetry={() => void refetch()} />
          {all.length === 0 && !error && <p>{texts.noPolicies}</p>}
          {all.map(({ id, name, mode }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={settings.chosen.includes(id)}
                onChange={(event) =>
                  set({
                    chosen: event.target.checked
                      ? [...settings.chosen, id]
                      : settings.chosen.filter((each) => each !== id),
                  })
                }
              />{' '}
              <span dir="auto">{name}</span> <span className={styles.hint}>{mode}</span>
            </label>
          ))}
        </fieldset>
      )}
    </fieldset>
  )
}
