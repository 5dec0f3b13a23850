import { client } from '../../app/client.ts'
import { wordsOf } from '../../app/split-text.ts'
import { LongTextField, TextField } from '../../components/field/field.tsx'
import { FormDialog } from '../../components/form-dialog/form-dialog.tsx'
import { useTexts } from './texts.ts'
import { readSourcesAgain } from './use-sources.ts'

/** Adds a source that is written here. */
export function WriteText({ onClose }: { onClose: () => void }) {
  const texts = useTexts()
  const save = async (given: FormData) => {
    const [title = '', text = '', tags = ''] = ['title', 'text', 'tags'].map((name) => String(given.get(name)))
    const body = { type: 'manual', title: title.trim(), text, tags: wordsOf(tags) } as const
    await client.post('/api/knowledge/sources', { body })
    readSourcesAgain()
  }
  return (
    <FormDialog title={texts.writeText} submit={texts.add} onSubmit={save} onClose={onClose}>
      <TextField label={texts.write.title} name="title" required maxLength={500} />
      <LongTextField label={texts.write.text} hint={texts.write.textHint} name="text" required rows={12} />
      <TextField label={texts.write.tags} hint={texts.write.tagsHint} name="tags" />
    </FormDialog>
  )
}
