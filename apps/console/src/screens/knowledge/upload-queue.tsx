import { useMessages } from '../../app/language.tsx'
import { Button } from '../../components/button/button.tsx'
import styles from './knowledge.module.css'
import { useTexts } from './texts.ts'
import type { UploadLine } from './use-add-sources.ts'

const maxShown = 50

/** What is being added, how far that is, and what was refused and why. */
export function UploadQueue({ lines, onClear }: { lines: readonly UploadLine[]; onClear: () => void }) {
  const texts = useTexts()
  const messages = useMessages()
  const refused = lines.filter(({ state }) => state === 'refused')
  const sent = lines.length - refused.length
  const added = lines.filter(({ state }) => state === 'added').length
  const isSending = added < sent
  return (
    <>
      <p role="status" className={styles.told}>
        {isSending && (
          <>
            <progress value={added} max={sent} aria-label={texts.sending} />{' '}
            {`${texts.sending} ${texts.progress(added, sent)}`}
          </>
        )}
      </p>
      {refused.length > 0 && (
        <div role="alert" className={styles.faults}>
          <ul>
            {refused.slice(0, maxShown).map(({ key, name, why = '', sendAnyway }) => (
              <li key={key} dir="auto">
                {texts.uploadFailed(name, why)} {sendAnyway && <Button onClick={sendAnyway}>{texts.sendAnyway}</Button>}
              </li>
            ))}
          </ul>
          <Button onClick={onClear}>{messages.close}</Button>
        </div>
      )}
    </>
  )
}
