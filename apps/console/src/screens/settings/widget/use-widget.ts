import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client } from '../../../app/client.ts'
import { queryClient } from '../../../app/query-client.ts'
import { useLastChange } from '../fields/last-change.tsx'
import { readSettingsAgain } from '../fields/use-records.ts'
import { type Change, type Widget, withChange } from './widget-change.ts'

const keyOf = (widgetId: string) => ['settings', 'widget', widgetId] as const

/** A widget with what changes it. Changes are sent one after the other, each made of what the one before left. */
export function useWidget(widgetId: string) {
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(widgetId),
    queryFn: ({ signal }) => client.get('/api/widgets/{widgetId}', { signal, path: { widgetId } }),
  })
  const lastChange = useLastChange('widget')
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const [typed, setTyped] = useState<Record<string, Change>>({})

  async function send(change: Change): Promise<void> {
    const before = queryClient.getQueryData<Widget>(keyOf(widgetId))!
    const body = change(before)
    const after = await client.patch('/api/widgets/{widgetId}', { path: { widgetId }, body })
    queryClient.setQueryData(keyOf(widgetId), after)
    readSettingsAgain('widgets')
  }

  return {
    widget: data,
    error,
    readAgain: () => void refetch(),
    /** The widget with what is typed and not saved yet. */
    preview: data && Object.values(typed).reduce(withChange, data),
    save(change: Change): Promise<void> {
      const sent = queue.current.then(() => send(change))
      queue.current = sent.catch(() => {})
      return sent
    },
    type: (field: string, change: Change | undefined) =>
      setTyped(({ [field]: _, ...others }) => ({ ...others, ...(change && { [field]: change }) })),
    changedLast: (field: string) => lastChange({ targetId: widgetId, field: field.split('.')[0]! }),
  }
}

/** A widget that is there, and what changes it. */
export type OpenWidget = ReturnType<typeof useWidget> & { widget: Widget; preview: Widget }

/** What each part of a widget's settings gets; `onSecret` shows a secret that was made. */
export type PartProps = { open: OpenWidget; onSecret: (secret: string) => void }
