import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { noteSignedOut } from '../../app/query-client.ts'
import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { Field } from '../../components/field/field.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import styles from './knowledge.module.css'
import { tagsOf } from './tags-of.ts'
import { useTexts } from './texts.ts'
import { readSourcesAgain } from './use-sources.ts'

/** Adds a source that is written here. */
export function WriteText({ onClose }: { onClose: () => void }) {
  const texts = useTexts()
  const messages = useMessages()
  const [problem, setProblem] = useState<unknown>()
  const save = async (form: FormData) => {
    const [title, text, tags] = ['title', 'text', 'tags'].map((name) => String(form.get(name)))
    try {
      const body = { type: 'manual', title: title!.trim(), text: text!, tags: tagsOf(tags!) } as const
      await client.post('/api/knowledge/sources', { body })
      readSourcesAgain()
      onClose()
    } catch (error) {
      noteSignedOut(error)
      setProblem(error)
    }
  }
  return (
    <Dialog title={texts.writeText} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save(new FormData(event.currentTarget))
        }}
      >
        <Field label={texts.write.title}>
          {(field) => <input {...field} name="title" dir="auto" required maxLength={500} />}
        </Field>
        <Field label={texts.write.text} hint={texts.write.textHint}>
          {(field) => <textarea {...field} name="text" dir="auto" required rows={12} />}
        </Field>
        <Field label={texts.write.tags} hint={texts.write.tagsHint}>
          {(field) => <input {...field} name="tags" dir="auto" />}
        </Field>
        {problem !== undefined && <ProblemNotice error={problem} />}
        <span className={styles.buttons}>
          <Button type="submit" look="primary">
            {texts.add}
          </Button>
          <Button onClick={onClose}>{messages.cancel}</Button>
        </span>
      </form>
    </Dialog>
  )
}
