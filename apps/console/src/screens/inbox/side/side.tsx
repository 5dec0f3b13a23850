import { useState } from 'react'
import { useMessages } from '../../../app/language.tsx'
import type { Conversation } from '../../../app/live-store.ts'
import { Button } from '../../../components/button/button.tsx'
import { Icon } from '../../../components/icon/icon.tsx'
import { useTexts } from '../texts.ts'
import { ActivityLog } from './activity.tsx'
import { Copilot } from './copilot.tsx'
import { Customer } from './customer.tsx'
import styles from './side.module.css'

type Props = {
  conversationId: string
  conversation: Conversation | undefined
  onClose: () => void
  onInsert: (text: string) => void
}

const tabs = ['copilot', 'customer'] as const

/** Beside a conversation: the copilot, the customer, and what was done. Where there is no room, it lies over the rest. */
export function Side({ conversationId, conversation, onClose, onInsert }: Props) {
  const messages = useMessages()
  const { side } = useTexts()
  const [tab, setTab] = useState<(typeof tabs)[number]>('copilot')
  const other = tab === 'copilot' ? 'customer' : 'copilot'
  return (
    <aside className={styles.side} aria-label={side.label}>
      <div className={styles.top}>
        <div role="tablist" aria-label={side.tabs} className={styles.tabs}>
          {tabs.map((each) => (
            <button
              key={each}
              type="button"
              id={`side-${each}`}
              role="tab"
              aria-selected={each === tab}
              aria-controls={`panel-${each}`}
              tabIndex={each === tab ? 0 : -1}
              onClick={() => setTab(each)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
                event.preventDefault()
                event.stopPropagation()
                setTab(other)
                document.getElementById(`side-${other}`)?.focus()
              }}
            >
              {messages[each].title}
            </button>
          ))}
        </div>
        <Button look="quiet" className={styles.close} aria-label={side.close} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      {/* What the copilot said stays while one looks at the customer. */}
      <div
        id="panel-copilot"
        role="tabpanel"
        aria-labelledby="side-copilot"
        className={styles.part}
        hidden={tab !== 'copilot'}
      >
        <Copilot conversationId={conversationId} onInsert={onInsert} />
      </div>
      <div
        id="panel-customer"
        role="tabpanel"
        aria-labelledby="side-customer"
        className={styles.part}
        hidden={tab !== 'customer'}
      >
        {conversation && tab === 'customer' && <Customer conversation={conversation} />}
      </div>
      {conversation && <ActivityLog conversationId={conversationId} version={conversation.updatedAt} />}
    </aside>
  )
}
