import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../app/client.ts'
import { useLanguage } from '../../../app/language.tsx'
import { exactTime } from '../../../app/relative-time.ts'
import { Select } from '../../../components/select/select.tsx'
import type { FieldOf } from '../fields/field-of.ts'
import { SettingsFields, type SettingsPatch, type TenantSettings, useSettings } from '../fields/settings-fields.tsx'
import { hoursOf, shownHours } from './opening-hours.ts'
import { useHoursTexts } from './texts.ts'

type Field = FieldOf<TenantSettings, SettingsPatch>

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
/** A Monday, to name the days of the week by. */
const monday = Date.UTC(2024, 0, 1)
const msPerDay = 86_400_000
const languages = ['en', 'sv', 'de', 'ar'] as const
const kinds = ['greeting', 'thanks', 'goodbye', 'handedOver', 'outsideHours', 'waiting', 'refusal', 'tooLong'] as const
const usualHours = [{ from: '09:00', to: '17:00' }]

/** When people answer, and what customers read that no model writes. */
export function Hours() {
  const { language } = useLanguage()
  const texts = useHoursTexts()
  const settings = useSettings()
  const [textsIn, setTextsIn] = useState<string>(language)
  const now = useQuery({
    queryKey: ['settings', 'hours', settings.data?.businessHours],
    queryFn: ({ signal }) => client.get('/api/settings/hours', { signal }),
  })
  const builtIn = useQuery({
    queryKey: ['settings', 'texts', textsIn],
    queryFn: ({ signal }) => client.get('/api/settings/texts', { signal, query: { language: textsIn } }),
  })
  const hours = settings.data?.businessHours
  const languageNames = new Intl.DisplayNames(language, { type: 'language' })
  const nameOfDay = (day: number) =>
    new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(monday + day * msPerDay)
  const limited: Field = {
    kind: 'switch',
    name: 'businessHours',
    label: texts.limited,
    hint: texts.limitedHint,
    read: ({ businessHours }) => businessHours !== null,
    write: (isOn) => ({
      businessHours: isOn
        ? {
            timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            days: Object.fromEntries(weekdays.slice(0, 5).map((day) => [day, usualHours])),
          }
        : null,
    }),
  }
  const days: Field[] = hours
    ? [
        {
          kind: 'choice',
          name: 'businessHours.timeZone',
          label: texts.timeZone,
          choices: [...new Set([hours.timeZone, ...Intl.supportedValuesOf('timeZone')])].map((zone) => [zone, zone]),
          read: () => hours.timeZone,
          write: (timeZone) => ({ businessHours: { ...hours, timeZone } }),
        },
        ...weekdays.map(
          (day, i): Field => ({
            kind: 'words',
            name: `businessHours.days.${day}`,
            label: nameOfDay(i),
            ...(i === 0 && { hint: texts.dayHint }),
            read: () => (hours.days[day] ?? []).map(shownHours),
            write: (written) => ({ businessHours: { ...hours, days: { ...hours.days, [day]: written.map(hoursOf) } } }),
          }),
        ),
      ]
    : []
  const ownTexts = kinds.map(
    (kind): Field => ({
      kind: 'long',
      rows: 2,
      name: `texts.${textsIn}.${kind}`,
      label: texts.kinds[kind],
      ...(builtIn.data && { hint: texts.nowText(builtIn.data.texts[kind]) }),
      read: (all) => all.texts[textsIn]?.[kind] ?? '',
      write: (text, { texts: all }) => {
        const { [kind]: _, ...others } = all[textsIn] ?? {}
        return { texts: { ...all, [textsIn]: { ...others, ...(text.trim() !== '' && { [kind]: text }) } } }
      },
    }),
  )
  return (
    <>
      <h2>{texts.hours}</h2>
      {now.data && (
        <p role="status">
          {now.data.open
            ? now.data.closesAt
              ? texts.openUntil(exactTime(now.data.closesAt, language))
              : texts.alwaysOpen
            : now.data.opensAt
              ? texts.closedUntil(exactTime(now.data.opensAt, language))
              : texts.neverOpen}
        </p>
      )}
      <SettingsFields fields={[limited, ...days]} />
      <h2>{texts.texts}</h2>
      <label>
        {texts.language}{' '}
        <Select
          value={textsIn}
          choices={languages.map((code) => [code, languageNames.of(code) ?? code])}
          onChange={setTextsIn}
        />
      </label>
      <SettingsFields key={textsIn} fields={ownTexts} />
    </>
  )
}
