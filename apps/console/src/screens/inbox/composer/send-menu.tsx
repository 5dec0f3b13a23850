import type { Schemas } from '@frontdesk/client'
import { useState } from 'react'
import { useShownKeys } from '../../../app/keys.ts'
import { useMessages } from '../../../app/language.tsx'
import { Picker } from '../../../components/picker/picker.tsx'
import { SnoozePicker } from '../pickers/snooze-picker.tsx'
import { useTexts } from '../texts.ts'

type Props = { onChoose: (then: Schemas['MessageThen']) => void; onClose: () => void }

/** What becomes of the conversation with the reply, in the same write. */
export function SendMenu({ onChoose, onClose }: Props) {
  const messages = useMessages()
  const { composer } = useTexts()
  const keys = useShownKeys('sendAndClose')
  const [isSnoozing, setSnoozing] = useState(false)
  if (isSnoozing) return <SnoozePicker onChoose={(snoozeUntil) => onChoose({ snoozeUntil })} onClose={onClose} />
  const choices = [
    {
      id: 'close',
      name: messages.composer.sendAndClose,
      detail: <kbd>{keys}</kbd>,
      run: () => onChoose('close'),
    },
    { id: 'snooze', name: composer.sendAndSnooze, run: () => setSnoozing(true), isStep: true },
    { id: 'handback', name: composer.sendAndHandBack, run: () => onChoose('handback') },
  ]
  return (
    <Picker
      title={composer.sendAnd}
      placeholder={composer.sendAnd}
      none={messages.command.none}
      choices={choices}
      onClose={onClose}
    />
  )
}
