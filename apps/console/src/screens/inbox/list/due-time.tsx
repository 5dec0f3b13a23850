import { useLanguage } from '../../../app/language.tsx'
import type { Conversation } from '../../../app/live-store.ts'
import { exactTime } from '../../../app/relative-time.ts'
import { useNow } from '../../../app/use-now.ts'
import { useTexts } from '../texts.ts'
import { dueAtOf, isBreached } from '../views/conversation-filter.ts'
import styles from './due-time.module.css'

const minuteMs = 60_000
/** A target that is due this soon stands out. */
const soonMs = 30 * minuteMs

/** When an answer is due by the service level, or that it is late. */
export function DueTime({ conversation }: { conversation: Conversation }) {
  const { due } = useTexts()
  const { language } = useLanguage()
  const now = useNow()
  const dueAt = dueAtOf(conversation)
  if (dueAt === undefined) return isBreached(conversation) ? <span className={styles.late}>{due.missed}</span> : null
  const left = Date.parse(dueAt) - now
  const duration = inWords(Math.abs(left), language)
  return (
    <span
      className={left < 0 ? styles.late : left < soonMs ? styles.soon : styles.due}
      title={exactTime(dueAt, language)}
    >
      {left < 0 ? due.late(duration) : due.in(duration)}
    </span>
  )
}

const inWords = (ms: number, language: string): string => {
  const minutes = Math.ceil(ms / minuteMs)
  const [unit, size] = minutes < 60 ? ['minute', 1] : minutes < 48 * 60 ? ['hour', 60] : ['day', 24 * 60]
  return new Intl.NumberFormat(language, { style: 'unit', unit: unit as string, unitDisplay: 'narrow' }).format(
    Math.floor(minutes / (size as number)),
  )
}
