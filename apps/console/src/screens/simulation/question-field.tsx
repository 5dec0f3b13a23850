import { useEffect, useRef } from 'react'
import { useKeys } from '../../app/keys.ts'
import { Button } from '../../components/button/button.tsx'
import { Form } from '../../components/form/form.tsx'
import styles from './testing.module.css'
import { useTexts } from './texts.ts'

type Props = {
  initial: string
  isRunning: boolean
  submit: string
  onSubmit: (question: string) => void
  onStop: () => void
}

/** What a customer might ask. Enter asks, Shift and Enter begins a new line, `/` leads here. */
export function QuestionField({ initial, isRunning, submit, onSubmit, onStop }: Props) {
  const texts = useTexts()
  const field = useRef<HTMLTextAreaElement>(null)
  useKeys({ search: () => field.current?.focus() })
  useEffect(() => field.current?.focus(), [])
  return (
    <Form
      className={styles.question}
      onSubmit={() => {
        const question = field.current?.value.trim() ?? ''
        if (question !== '') onSubmit(question)
      }}
    >
      <textarea
        ref={field}
        dir="auto"
        rows={2}
        maxLength={8_000}
        defaultValue={initial}
        aria-label={texts.question}
        placeholder={texts.placeholder}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      {isRunning ? (
        <Button onClick={onStop}>{texts.stop}</Button>
      ) : (
        <Button type="submit" look="primary">
          {submit}
        </Button>
      )}
    </Form>
  )
}
