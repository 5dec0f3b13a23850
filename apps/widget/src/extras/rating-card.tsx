import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { rateConversation, textsOf } from './actions.ts'
import type { ExtraProps } from './extra.ts'

/** Mouths from sad to glad. Drawn, because emoji differ from system to system. */
const mouths = [
  'M8 17c1-2 2.500-3 4-3s3 1 4 3',
  'M8.500 16.500c1-1.300 2.200-1.800 3.500-1.800s2.500.5 3.500 1.800',
  'M8.500 15.500h7',
  'M8.500 14.500c1 1.300 2.200 1.800 3.500 1.800s2.500-.5 3.500-1.800',
  'M7.500 13.500c.8 2.600 2.500 4 4.500 4s3.700-1.400 4.500-4Z',
]

/** How it was, from 1 to 5 in words, with a comment if the visitor likes. */
export function RatingCard({ chat }: ExtraProps) {
  const texts = textsOf(chat)
  const [score, setScore] = useState(0)
  const [comment, setComment] = useState('')
  const [isFailed, setFailed] = useState(false)
  const card = useRef<HTMLFormElement>(null)
  // The first choice makes the card larger than what was in sight.
  useLayoutEffect(() => {
    if (score > 0) card.current?.scrollIntoView({ block: 'nearest' })
  }, [score])
  const send = async (event: Event) => {
    event.preventDefault()
    try {
      await rateConversation(chat, score, comment.trim())
      chat.store.set({ announcement: texts.rateThanks })
    } catch {
      setFailed(true)
    }
  }
  return (
    <form class="card" ref={card} onSubmit={send}>
      <fieldset>
        <legend>{texts.rateTitle}</legend>
        <div class="rates">
          {mouths.map((mouth, index) => (
            <label key={mouth} title={texts.rates[index]}>
              <input
                type="radio"
                name="score"
                class="hidden"
                checked={score === index + 1}
                onChange={() => setScore(index + 1)}
              />
              <svg viewBox="0 0 24 24" aria-hidden="true" class="icon">
                <path d={`M9 9.500v.01M15 9.500v.01${mouth}`} />
              </svg>
              <span class="hidden">{texts.rates[index]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {score > 0 && (
        <>
          <p class="chosen">{texts.rates[score - 1]}</p>
          <textarea
            rows={2}
            dir="auto"
            maxLength={1_000}
            placeholder={texts.rateComment}
            aria-label={texts.rateComment}
            value={comment}
            onInput={({ currentTarget }) => setComment(currentTarget.value)}
          />
          {isFailed && <p role="alert">{texts.unreachable}</p>}
          <button type="submit" class="primary">
            {texts.rateSend}
          </button>
        </>
      )}
    </form>
  )
}
