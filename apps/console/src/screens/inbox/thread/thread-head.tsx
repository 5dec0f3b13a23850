import { useState } from 'react'
import { useAgentNames, useTeamNames } from '../../../app/agents.ts'
import { useKeys } from '../../../app/keys.ts'
import { useMessages } from '../../../app/language.tsx'
import type { Conversation } from '../../../app/live-store.ts'
import { Button } from '../../../components/button/button.tsx'
import { Icon } from '../../../components/icon/icon.tsx'
import { nameOf } from '../customer-name.ts'
import { DueTime } from '../list/due-time.tsx'
import { AssignPicker } from '../pickers/assign-picker.tsx'
import { SnoozePicker } from '../pickers/snooze-picker.tsx'
import { TagPicker } from '../pickers/tag-picker.tsx'
import { useTexts } from '../texts.ts'
import styles from './thread-head.module.css'
import type { Actions } from './use-actions.ts'

type Props = {
  conversation: Conversation
  actions: Actions
  /** False while the keys act on selected conversations. */
  hasKeys: boolean
}

/** Who writes, how the conversation stands, and what can be done with it. */
export function ThreadHead({ conversation, actions, hasKeys }: Props) {
  const messages = useMessages()
  const texts = useTexts()
  const names = useAgentNames()
  const teams = useTeamNames()
  const [picking, pick] = useState<'assign' | 'tags' | 'snooze'>()
  const { status, handler, assignee, teamId, tags, snoozedUntil } = conversation
  const isDone = status === 'closed' || status === 'resolved'
  const isSnoozed = snoozedUntil !== undefined
  useKeys(
    hasKeys
      ? {
          assign: () => pick('assign'),
          assignToMe: () => void actions.assignToMe(conversation),
          tags: () => pick('tags'),
          ...(isDone
            ? { reopen: () => void actions.reopen(conversation) }
            : { snooze: () => pick('snooze'), close: () => void actions.close(conversation) }),
        }
      : {},
  )
  const done = () => pick(undefined)
  const toggle = (tag: string, isAdded: boolean) =>
    void actions.setTags(conversation, isAdded ? [...tags, tag] : tags.filter((each) => each !== tag))
  const owner = assignee !== null ? (names.get(assignee) ?? assignee) : undefined
  const team = teamId !== undefined ? (teams.get(teamId) ?? texts.assign.team) : undefined
  return (
    <>
      <div className={styles.who}>
        <h2 dir="auto">{nameOf(conversation, messages.inbox.unknownCustomer)}</h2>
        <p className={styles.state}>
          <span className={styles.status} data-status={status}>
            {messages.status[status]}
          </span>
          <DueTime conversation={conversation} />
          {tags.map((tag) => (
            <button
              key={tag}
              type="button"
              className={styles.tag}
              aria-label={texts.tags.remove(tag)}
              onClick={() => toggle(tag, false)}
            >
              <span dir="auto">{tag}</span> <Icon name="close" />
            </button>
          ))}
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          shortcut="assign"
          title={texts.assign.title}
          onClick={() => pick('assign')}
          aria-label={`${texts.assign.title}: ${owner ?? team ?? texts.assign.nobody}`}
        >
          <Icon name="person" /> {[owner, team].filter(Boolean).join(' · ') || texts.assign.title}
        </Button>
        <Button
          shortcut="tags"
          look="quiet"
          title={texts.tags.edit}
          aria-label={texts.tags.edit}
          onClick={() => pick('tags')}
        >
          <Icon name="tag" />
        </Button>
        {!isDone &&
          (isSnoozed ? (
            <Button onClick={() => void actions.wake(conversation)}>{messages.thread.wake}</Button>
          ) : (
            <Button
              shortcut="snooze"
              look="quiet"
              title={texts.snooze.title}
              aria-label={texts.snooze.title}
              onClick={() => pick('snooze')}
            >
              <Icon name="clock" />
            </Button>
          ))}
        {handler !== 'ai' && (
          <Button
            look="quiet"
            title={messages.thread.handBack}
            aria-label={messages.thread.handBack}
            onClick={() => void actions.handBack(conversation)}
          >
            <Icon name="spark" />
          </Button>
        )}
        {isDone ? (
          <Button shortcut="reopen" onClick={() => void actions.reopen(conversation)}>
            {messages.thread.reopen}
          </Button>
        ) : (
          <Button shortcut="close" onClick={() => void actions.close(conversation)}>
            <Icon name="check" /> {messages.thread.close}
          </Button>
        )}
      </div>
      {picking === 'assign' && (
        <AssignPicker
          current={{ assignee, ...(teamId && { teamId }) }}
          onAgent={(id) => void actions.assign(conversation, id)}
          onTeam={(id) => void actions.setTeam(conversation, id)}
          onClose={done}
        />
      )}
      {picking === 'tags' && <TagPicker tags={tags} onToggle={toggle} onClose={done} />}
      {picking === 'snooze' && (
        <SnoozePicker onChoose={(until) => void actions.snooze(conversation, until)} onClose={done} />
      )}
    </>
  )
}
