import type { DraftFile } from '../../../app/drafts.ts'
import { useLanguage } from '../../../app/language.tsx'
import { textOfProblem } from '../../../app/problem.ts'
import { Button } from '../../../components/button/button.tsx'
import { Icon } from '../../../components/icon/icon.tsx'
import { useTexts } from '../texts.ts'
import styles from './attachments.module.css'
import { formatBytes } from './format-bytes.ts'
import type { useUploads } from './use-uploads.ts'

type Props = { files: readonly DraftFile[]; uploads: ReturnType<typeof useUploads> }

/** The files that go with a message, those on their way, and why some can't go. */
export function Attachments({ files, uploads }: Props) {
  const { language, messages } = useLanguage()
  const { files: texts } = useTexts()
  if (files.length + uploads.uploads.length + uploads.refused.length === 0) return null
  return (
    <ul className={styles.list} aria-label={texts.label}>
      {files.map(({ id, filename, bytes }) => {
        const preview = uploads.previews.get(id)
        const name = filename === '' ? texts.unnamed : filename
        return (
          <li key={id} className={styles.file}>
            {preview ? <img src={preview} alt="" /> : <Icon name="attach" />}
            <span className={styles.name} dir="auto">
              {name}
            </span>
            {bytes > 0 && <span className={styles.detail}>{formatBytes(bytes, language)}</span>}
            <Button look="quiet" aria-label={texts.remove(name)} onClick={() => uploads.remove(id)}>
              <Icon name="close" />
            </Button>
          </li>
        )
      })}
      {uploads.uploads.map(({ key, name, bytes, problem }) => (
        <li key={key} className={styles.file} aria-busy={problem === undefined}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          {problem === undefined ? (
            <span className={styles.detail}>
              {texts.uploading} {formatBytes(bytes, language)}
            </span>
          ) : (
            <>
              <span role="alert" className={styles.fault}>
                {textOfProblem(problem, messages)}
              </span>
              <Button look="quiet" aria-label={texts.remove(name)} onClick={() => uploads.dismiss(key)}>
                <Icon name="close" />
              </Button>
            </>
          )}
        </li>
      ))}
      {uploads.refused.map(({ name, bytes, fault }) => (
        <li key={name} className={styles.fault}>
          <span role="alert">{texts.faults[fault](name, formatBytes(bytes, language))}</span>
        </li>
      ))}
    </ul>
  )
}
