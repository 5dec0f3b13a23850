import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Author } from '../api/wire.ts'
import type { ChatState } from '../chat/chat-state.ts'
import type { Chat } from '../chat/make-chat.ts'
import { type TimelineItem, timelineOf } from '../chat/timeline.ts'
import type { AllTexts } from '../texts/texts.ts'
import { AnswerBubble, Avatar, LiveAnswer } from './bubble.tsx'
import { useExtra } from './use-extra.ts'

const slowAfterMs = 8_000
/** Closer than this to its end, the list follows what comes. */
const endPx = 60

type Props = {
  chat: Chat
  state: ChatState
  /** Shown before the first message. */
  start: ComponentChildren
  /** Shown after the last one. */
  children: ComponentChildren
}

const authorOf = (item: TimelineItem): Author =>
  item.kind === 'message' ? item.message.author : item.kind === 'answer' ? { kind: 'ai' } : { kind: 'customer' }

const sideOf = ({ kind }: Author): string => (kind === 'customer' ? 'own' : kind === 'system' ? 'system' : 'other')

/** What one item shows below its author's name. */
function Item({ item, chat, state }: { item: TimelineItem; chat: Chat; state: ChatState }) {
  const { texts, config, pausedUntil } = state
  const isMessage = item.kind === 'message'
  const isAnswer = isMessage && item.message.author.kind === 'ai' && (item.message.outcome ?? 'answered') === 'answered'
  const files = isMessage ? item.message.attachments : item.kind === 'sent' ? item.sent.attachments : undefined
  const Attachments = useExtra(chat, 'Attachments', !!files?.length)
  const Unsent = useExtra(chat, 'Unsent', item.kind === 'outgoing' && item.outgoing.state !== 'waiting')
  const Feedback = useExtra(chat, 'Feedback', isAnswer)
  if (item.kind === 'answer')
    return (
      <LiveAnswer
        answer={item.answer}
        chat={chat}
        texts={texts}
        isSlow={Date.now() - item.answer.startedAt > slowAfterMs}
      />
    )
  if (item.kind === 'message') {
    const { message } = item
    const { author, content, format, sources = [], citations } = message
    if (author.kind === 'system')
      return (
        <p class="notice" dir="auto">
          {content}
        </p>
      )
    if (author.kind === 'customer')
      return (
        <>
          <div class="bubble" dir="auto">
            {content}
          </div>
          {Attachments && <Attachments chat={chat} files={files!} />}
        </>
      )
    return (
      <>
        <AnswerBubble
          chat={chat}
          text={content}
          format={format}
          sources={config?.features?.sources === false ? [] : sources}
          citations={citations}
          texts={texts}
        >
          {Feedback && <Feedback chat={chat} message={message} />}
        </AnswerBubble>
        {Attachments && <Attachments chat={chat} files={files!} />}
      </>
    )
  }
  if (item.kind === 'sent')
    return (
      <>
        <div class="bubble" dir="auto">
          {item.sent.message}
        </div>
        {Attachments && <Attachments chat={chat} files={files!} />}
      </>
    )
  const { message, state: waiting } = item.outgoing
  return (
    <>
      <div class="bubble pending" dir="auto">
        {message}
      </div>
      {waiting === 'waiting' && (
        <span class="state">{(pausedUntil > Date.now() && (texts as Partial<AllTexts>).tooMany) || texts.sending}</span>
      )}
      {Unsent && <Unsent chat={chat} outgoing={item.outgoing} />}
    </>
  )
}

/** The conversation. It stays at its end while one reads there, and does not move while one reads above. */
export function TimelineView({ chat, state, start, children }: Props) {
  const { texts, conversationId, messages, typing } = state
  const ofThis = <T extends { conversation?: string; conversationId?: string }>(items: T[]) =>
    items.filter((one) => (one.conversation ?? one.conversationId) === conversationId)
  const items = timelineOf({
    messages,
    sent: ofThis(state.sent),
    outgoing: ofThis(state.outgoing),
    answers: ofThis(state.answers),
  }).filter((item) => item.kind !== 'answer' || item.answer.state !== 'passed on' || item.answer.text)
  const Earlier = useExtra(chat, 'Earlier', state.earlier !== undefined)
  const log = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const ToEnd = useExtra(chat, 'ToEnd', !isAtEnd)
  const [, tick] = useState(0)
  const isWaiting = items.some((item) => item.kind === 'answer' && item.answer.state === 'writing' && !item.answer.text)

  const shown = useRef({ first: '', height: 0 })
  useLayoutEffect(() => {
    const element = log.current
    if (!element) return
    const first = items[0]?.key ?? ''
    if (isAtEnd) element.scrollTop = element.scrollHeight
    // What came above moves nothing that is read.
    else if (first !== shown.current.first) element.scrollTop += element.scrollHeight - shown.current.height
    shown.current = { first, height: element.scrollHeight }
  })
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => tick(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isWaiting])

  const follow = () => {
    const { scrollTop, scrollHeight, clientHeight } = log.current!
    setAtEnd(scrollHeight - scrollTop - clientHeight < endPx)
  }
  const toEnd = () => {
    log.current!.scrollTop = log.current!.scrollHeight
    setAtEnd(true)
  }
  return (
    <div class="scroll">
      <div
        class="log"
        ref={log}
        role="log"
        aria-live="off"
        aria-label={texts.conversation}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
        tabIndex={0}
        onScroll={follow}
      >
        {items.length === 0 && start}
        {Earlier && <Earlier chat={chat} />}
        {items.map((item, index) => {
          const author = authorOf(item)
          const before = items[index - 1] && authorOf(items[index - 1]!)
          const isFirst = before?.kind !== author.kind || before.name !== author.name
          const side = sideOf(author)
          const name = author.kind === 'ai' ? texts.aiName : (author.name ?? texts.team)
          return (
            <div key={item.key} class={`item ${side}${isFirst ? ' first' : ''}`} data-author={author.kind}>
              {side === 'other' && isFirst && (
                <div class="author">
                  <Avatar author={author} />
                  {name}
                </div>
              )}
              {side === 'own' && <span class="hidden">{texts.you}:</span>}
              <Item item={item} chat={chat} state={state} />
            </div>
          )
        })}
        {typing?.conversationId === conversationId && (
          <div class="item other first">
            <p class="writing">{(texts as Partial<AllTexts>).somebodyIsWriting?.(typing.name)}</p>
          </div>
        )}
        {items.length > 0 && children}
      </div>
      {ToEnd && <ToEnd chat={chat} go={toEnd} />}
    </div>
  )
}
