import { useState } from 'react'
import { printedKeys, useAllKeys } from '../../app/keys.ts'
import { useMessages } from '../../app/language.tsx'
import { changePreferences, usePreferences } from '../../app/preferences.ts'
import { type Command, commandsOfFields, conflictOf, fixedCommands, usualKeys } from '../../app/usual-keys.ts'
import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import styles from './shortcut-sheet.module.css'
import { useShortcutTexts } from './shortcut-texts.ts'
import { useRecordedKeys } from './use-recorded-keys.ts'

/** Keys that move and press things everywhere. */
const ofThePlatform = /(?:^| )(?:shift\+)?(?:Tab|Enter|Space|Backspace|Delete|Arrow\w+|Home|End|Page\w+)$/

/** Every shortcut, each of which can be given other keys. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const messages = useMessages()
  const texts = useShortcutTexts()
  const all = useAllKeys()
  const { shortcutKeys: chosen = {} } = usePreferences()
  const [changing, setChanging] = useState<Command>()
  const [refusal, setRefusal] = useState('')
  const stop = () => {
    setChanging(undefined)
    setRefusal('')
  }
  const take = (keys: string) => {
    if (!changing) return
    const printed = printedKeys([keys])
    const other = conflictOf(keys, changing, all)
    if (ofThePlatform.test(keys)) setRefusal(texts.unusable(printed))
    else if (commandsOfFields.has(changing) && !keys.startsWith('mod+')) setRefusal(texts.needsModifier)
    else if (other) setRefusal(texts.taken(printed, messages.shortcuts[other]))
    else {
      stop()
      void changePreferences({ shortcutKeys: { ...chosen, [changing]: keys } })
    }
  }
  const begun = useRecordedKeys(changing !== undefined, take, stop)
  const reset = (command: Command) => {
    const { [command]: _, ...rest } = chosen
    void changePreferences({ shortcutKeys: rest })
  }
  return (
    <Dialog title={messages.shortcuts.title} onClose={onClose}>
      <p>{texts.how}</p>
      <table className={styles.table}>
        <tbody>
          {(Object.keys(usualKeys) as Command[]).map((command) => {
            const name = messages.shortcuts[command]
            const keys = printedKeys(all[command])
            return (
              <tr key={command}>
                <th scope="row">{name}</th>
                <td>
                  {changing === command ? (
                    <span role="status">
                      {refusal || (begun === '' ? texts.press : `${printedKeys([begun])} …`)} {texts.cancel}
                    </span>
                  ) : fixedCommands.has(command) ? (
                    <kbd>{keys}</kbd>
                  ) : (
                    <Button
                      look="quiet"
                      aria-label={texts.change(name, keys)}
                      onClick={() => {
                        setRefusal('')
                        setChanging(command)
                      }}
                    >
                      <kbd>{keys}</kbd>
                    </Button>
                  )}
                  {chosen[command] !== undefined && changing !== command && (
                    <Button look="quiet" aria-label={texts.resetOf(name)} onClick={() => reset(command)}>
                      {texts.reset}
                    </Button>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className={styles.buttons}>
        <Button onClick={onClose}>{messages.close}</Button>
        {Object.keys(chosen).length > 0 && (
          <Button look="quiet" onClick={() => void changePreferences({ shortcutKeys: {} })}>
            {texts.resetAll}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
