import { useLanguage } from '../../app/language.tsx'
import { ago, exactTime } from '../../app/relative-time.ts'
import { useNow } from '../../app/use-now.ts'
import styles from './relative-time.module.css'

/** How long ago something was; grows while it is on screen. The moment itself is shown under the pointer, and where the keyboard's focus is. */
export function RelativeTime({ at }: { at: string }) {
  const { language } = useLanguage()
  const now = useNow()
  return (
    <time className={styles.time} dateTime={at} title={exactTime(at, language)}>
      {ago(at, now, language)}
    </time>
  )
}
