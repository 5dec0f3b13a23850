import { useAgents } from '../../../app/agents.ts'
import { useMessages } from '../../../app/language.tsx'
import { useSession } from '../../../app/session.ts'
import { Button } from '../../../components/button/button.tsx'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { Select } from '../../../components/select/select.tsx'
import { useTags } from '../pickers/tag-picker.tsx'
import { useTexts } from '../texts.ts'
import { channels, type FilterName, type InboxSearch, statuses } from '../views/conversation-filter.ts'
import styles from './filter.module.css'

type Props = {
  search: InboxSearch
  onChange: (name: FilterName, value: string | undefined) => void
  onClose: () => void
}

/** Narrows the list; each choice holds at once. */
export function FilterDialog({ search, onChange, onClose }: Props) {
  const messages = useMessages()
  const { filter } = useTexts()
  const me = useSession().agent.id
  const colleagues = useAgents().filter(({ id }) => id !== me)
  const options: Record<FilterName, [value: string, name: string][]> = {
    status: statuses.map((each) => [each, messages.status[each]]),
    channel: channels.map((each) => [each, messages.channel[each]]),
    assignee: [
      ['me', filter.me],
      ['none', filter.nobody],
      ...colleagues.map(({ id, name }): [string, string] => [id, name]),
    ],
    tag: useTags().map(({ tag }) => [tag, tag]),
  }
  return (
    <Dialog title={filter.title} onClose={onClose}>
      <div className={styles.fields}>
        {(Object.keys(options) as FilterName[]).map((name) => {
          const value = search[name] ?? ''
          // Several values, or a tag that is rare, come from the address.
          const isListed = value === '' || options[name].some(([each]) => each === value)
          return (
            <label key={name}>
              {filter[name]}
              <Select
                value={value}
                choices={[['', filter.any], ...(isListed ? [] : [[value, value] as const]), ...options[name]]}
                onChange={(chosen) => onChange(name, chosen || undefined)}
              />
            </label>
          )
        })}
      </div>
      <Button look="primary" onClick={onClose}>
        {filter.done}
      </Button>
    </Dialog>
  )
}
