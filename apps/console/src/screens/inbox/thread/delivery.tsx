import { useState } from 'react'
import { client } from '../../../app/client.ts'
import { useMessages } from '../../../app/language.tsx'
import type { Message } from '../../../app/live-store.ts'
import { showNotice } from '../../../app/notices.ts'
import { Button } from '../../../components/button/button.tsx'
import { useTexts } from '../texts.ts'
import styles from './thread-message.module.css'

/** What became of a message outside of Frontdesk; one that failed can be sent again. */
export function Delivery({ message }: { message: Message }) {
  const { thread } = useMessages()
  const { delivery: texts } = useTexts()
  const [isSending, setSending] = useState(false)
  const { delivery, id: messageId, conversationId } = message
  if (!delivery) return null
  const sendAgain = async () => {
    setSending(true)
    const path = { conversationId, messageId }
    try {
      await client.post('/api/conversations/{conversationId}/messages/{messageId}/resend', { path })
    } catch (problem) {
      showNotice({ problem, retry: () => void sendAgain() })
    }
    setSending(false)
  }
  const { state, code } = delivery
  return (
    <p className={styles.delivery} data-state={state} role={state === 'failed' ? 'alert' : undefined}>
      {(thread.delivery as Record<string, string>)[state] ?? state}
      {state === 'unknown' && `. ${texts.unknown}`}
      {code !== undefined && ` (${code})`}{' '}
      {state === 'failed' && (
        <Button disabled={isSending} onClick={() => void sendAgain()}>
          {texts.sendAgain}
        </Button>
      )}
    </p>
  )
}
