import { useLanguage } from '../../../app/language.tsx'
import { exactTime } from '../../../app/relative-time.ts'
import { Picker } from '../../../components/picker/picker.tsx'
import { useTexts } from '../texts.ts'
import { snoozeTimes } from './snooze-times.ts'

/** Chooses when a conversation comes back. */
export function SnoozePicker({ onChoose, onClose }: { onChoose: (until: string) => void; onClose: () => void }) {
  const { snooze } = useTexts()
  const { language } = useLanguage()
  const choices = Object.entries(snoozeTimes(new Date())).map(([name, until]) => ({
    id: name,
    name: snooze[name as keyof ReturnType<typeof snoozeTimes>],
    detail: exactTime(until, language),
    run: () => onChoose(until),
  }))
  return (
    <Picker
      title={snooze.title}
      placeholder={snooze.placeholder}
      none={snooze.none}
      choices={choices}
      onClose={onClose}
    />
  )
}
