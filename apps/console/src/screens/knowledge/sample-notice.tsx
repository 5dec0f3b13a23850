import { useState } from 'react'
import { client } from '../../app/client.ts'
import { Button } from '../../components/button/button.tsx'
import styles from './knowledge.module.css'
import { sampleTag } from './samples.ts'
import { useTexts } from './texts.ts'
import { readSourcesAgain } from './use-sources.ts'

type Props = { attempt: (name: string, work: () => Promise<unknown>) => Promise<void> }

/** Says that there are samples, and removes all of them by one click. */
export function SampleNotice({ attempt }: Props) {
  const texts = useTexts()
  const [isRemoving, setRemoving] = useState(false)
  const remove = async () => {
    setRemoving(true)
    await attempt(texts.samples.name, async () => {
      const ids: string[] = []
      const query = { tag: sampleTag, limit: 100 }
      for await (const { id } of client.list('/api/knowledge/sources', { query })) ids.push(id)
      if (ids.length > 0) await client.post('/api/knowledge/sources/bulk', { body: { action: 'delete', ids } })
    })
    setRemoving(false)
    readSourcesAgain()
  }
  return (
    <p className={styles.samples}>
      {texts.samples.text}{' '}
      <Button disabled={isRemoving} onClick={() => void remove()}>
        {texts.samples.remove}
      </Button>
    </p>
  )
}
