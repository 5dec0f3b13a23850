import { useQuery } from '@tanstack/react-query'
import { client } from '../../../app/client.ts'
import { useLanguage } from '../../../app/language.tsx'
import { Picker } from '../../../components/picker/picker.tsx'
import { useTexts } from '../texts.ts'

const maxTags = 100

/** Tags in use, the most used first. */
export const useTags = () =>
  useQuery({
    queryKey: ['tags', 'conversations'],
    queryFn: ({ signal }) => client.get('/api/tags', { signal, query: { of: 'conversations', limit: maxTags } }),
  }).data?.items ?? []

type Props = { tags: readonly string[]; onToggle: (tag: string, isAdded: boolean) => void; onClose: () => void }

/** Adds and removes tags. A tag that nobody has used yet is made by typing it. */
export function TagPicker({ tags, onToggle, onClose }: Props) {
  const texts = useTexts().tags
  const { language } = useLanguage()
  const used = useTags()
  const all = [...tags, ...used.map(({ tag }) => tag).filter((tag) => !tags.includes(tag))]
  const choices = all.map((tag) => ({
    id: tag,
    name: tag,
    isChecked: tags.includes(tag),
    detail: used.find((each) => each.tag === tag)?.count.toLocaleString(language),
    run: () => onToggle(tag, !tags.includes(tag)),
  }))
  const create = (tag: string) =>
    all.includes(tag) ? undefined : { id: `new ${tag}`, name: texts.create(tag), run: () => onToggle(tag, true) }
  return (
    <Picker
      title={texts.title}
      placeholder={texts.placeholder}
      none={texts.none}
      choices={choices}
      create={create}
      isMultiple
      onClose={onClose}
    />
  )
}
