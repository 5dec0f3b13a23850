import { useLanguage } from '../../../app/language.tsx'
import type { Message } from '../../../app/live-store.ts'
import { Icon } from '../../../components/icon/icon.tsx'
import { formatBytes } from '../composer/format-bytes.ts'
import styles from './message-files.module.css'

/** Types of which the server makes a small picture. */
const pictures = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif'])

/** The files of a message: pictures as they look, the others by name. */
export function MessageFiles({ message }: { message: Message }) {
  const { language } = useLanguage()
  const { attachments = [], conversationId } = message
  if (attachments.length === 0) return null
  return (
    <ul className={styles.files}>
      {attachments.map(({ id, filename, contentType, bytes }) => {
        const address = `/api/conversations/${conversationId}/attachments/${id}`
        return (
          <li key={id}>
            <a href={address} download={filename} title={filename}>
              {pictures.has(contentType) ? (
                <img src={`${address}?preview=true`} alt={filename} loading="lazy" />
              ) : (
                <>
                  <Icon name="attach" /> <span dir="auto">{filename}</span>
                </>
              )}
            </a>
            {!pictures.has(contentType) && <span className={styles.size}>{formatBytes(bytes, language)}</span>}
          </li>
        )
      })}
    </ul>
  )
}
