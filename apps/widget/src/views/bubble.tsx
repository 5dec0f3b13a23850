import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Author, Citation, Format, Source } from '../api/wire.ts'
import type { Chat } from '../chat/make-chat.ts'
import type { Answer } from '../chat/timeline.ts'
import type { Texts } from '../texts/texts.ts'
import { Content } from './content.tsx'
import { Icon } from './icon.tsx'
import { loadExtras, useExtra } from './use-extra.ts'

const initialsOf = (name: string): string =>
  name
    .split(/\s+/, 2)
    .map((word) => [...word][0])
    .join('')
    .toUpperCase()

/** Who writes: the AI's sign, or a person's initials. */
export function Avatar({ author }: { author: Author }) {
  return (
    <span class={`avatar ${author.kind}`} aria-hidden="true">
      {author.kind === 'agent' && author.name ? (
        initialsOf(author.name)
      ) : (
        <Icon name={author.kind === 'ai' ? 'spark' : 'person'} />
      )}
    </span>
  )
}

type AnswerProps = {
  chat: Chat
  text: string
  format: Format | undefined
  sources: Source[]
  citations: Citation[] | undefined
  texts: Texts
  children?: ComponentChildren
}

/** What the AI or a person has written, with the sources that it rests on. */
export function AnswerBubble({ chat, text, format, sources, citations, texts, children }: AnswerProps) {
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState(-1)
  const openSource = (index: number) => {
    setOpen(true)
    setMarked(index)
  }
  const SourceList = useExtra(chat, 'SourceList', isOpen)
  const known = citations?.filter(({ source }) => source < sources.length)
  return (
    <>
      <div class="bubble">
        <Content
          text={text}
          format={format}
          citations={known}
          markName={(n) => `${texts.source} ${n + 1}`}
          openSource={openSource}
        />
      </div>
      {(sources.length > 0 || children) && (
        <div class="under">
          {sources.length > 0 && (
            <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              <Icon name="file" />
              {texts.sources(sources.length)}
            </button>
          )}
          {children}
        </div>
      )}
      {SourceList && <SourceList sources={sources} marked={marked} />}
    </>
  )
}

/** An answer while it is written, or why there is none. */
export function LiveAnswer({
  answer,
  chat,
  texts,
  isSlow,
}: {
  answer: Answer
  chat: Chat
  texts: Texts
  isSlow: boolean
}) {
  const { state, text, format, sources, citations } = answer
  const FailedAnswer = useExtra(chat, 'FailedAnswer', state === 'failed')
  if (FailedAnswer) return <FailedAnswer chat={chat} answer={answer} />
  const isWriting = state === 'writing'
  const stop = isWriting && (
    <button
      type="button"
      class="quiet"
      onClick={() => void loadExtras(chat).then(({ stopAnswer }) => stopAnswer(chat, answer))}
    >
      {texts.stop}
    </button>
  )
  if (text)
    return (
      <AnswerBubble
        chat={chat}
        text={text}
        format={format ?? 'markdown'}
        sources={sources ?? []}
        citations={citations}
        texts={texts}
      >
        {stop}
      </AnswerBubble>
    )
  if (!isWriting) return null
  return (
    <>
      <div class="bubble dots" aria-hidden="true">
        <i />
        <i />
        <i />
        {isSlow && <span>{texts.stillLooking}</span>}
      </div>
      <div class="under">{stop}</div>
    </>
  )
}
