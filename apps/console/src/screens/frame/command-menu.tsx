import { useKeys } from '../../app/keys.ts'
import { useMessages } from '../../app/language.tsx'
import { Picker } from '../../components/picker/picker.tsx'

type Entry = { name: string; keys?: string; run: () => void }

/** Every action by its name. */
export function CommandMenu({ commands, onClose }: { commands: readonly Entry[]; onClose: () => void }) {
  const { command } = useMessages()
  useKeys({ command: onClose })
  return (
    <Picker
      title={command.title}
      placeholder={command.placeholder}
      none={command.none}
      choices={commands.map(({ name, keys, run }) => ({
        id: name,
        name,
        run,
        ...(keys && { detail: <kbd>{keys}</kbd> }),
      }))}
      onClose={onClose}
    />
  )
}
