import { useLanguage } from '../../app/language.tsx'
import { ago, exactTime } from '../../app/relative-time.ts'
import { useNow } from '../../app/use-now.ts'

/** How long ago something was; grows while it is on screen. */
export function RelativeTime({ at }: { at: string }) {
  const { language } = useLanguage()
  const now = useNow()
  return (
    <time dateTime={at} title={exactTime(at, language)}>
      {ago(at, now, language)}
    </time>
  )
}
