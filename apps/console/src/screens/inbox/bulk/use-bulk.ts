import { useRef, useState } from 'react'
import { type Conversation, store } from '../../../app/live-store.ts'
import { showNotice } from '../../../app/notices.ts'
import { noteSignedOut, queryClient } from '../../../app/query-client.ts'
import { saveFile } from '../../../app/save-file.ts'
import { useTexts } from '../texts.ts'
import type { Filter } from '../views/conversation-filter.ts'
import { afterBulk, reverseBulk } from './bulk-effects.ts'
import { type BulkChange, collectAll, type ExportFormat, exportAll, runBulk } from './run-bulk.ts'
import type { Selection } from './use-selection.ts'

/** How far a bulk action is; without a total while the conversations are still found. */
type Progress = { done: number; total?: number }

const nameOf = ({ action }: BulkChange) =>
  action === 'tag' || action === 'untag' ? 'tag' : action === 'close' ? 'close' : 'assign'

/** Bulk actions on what is selected: `ids`, or everything that the list's filter finds. */
export function useBulk({ ids, isWhole, clear }: Selection, filter: Filter, onChanged: () => void) {
  const { select } = useTexts()
  const [progress, setProgress] = useState<Progress>()
  const stopping = useRef<AbortController>(undefined)

  const work = async (task: (meant: Conversation[], signal: AbortSignal) => Promise<void>): Promise<void> => {
    const { signal } = (stopping.current = new AbortController())
    setProgress({ done: 0, ...(!isWhole && { total: ids.size }) })
    try {
      const meant = isWhole
        ? await collectAll(filter, (done) => setProgress({ done }), signal)
        : [...ids].flatMap((id) => store.conversation(id) ?? [])
      setProgress({ done: 0, total: meant.length })
      await task(meant, signal)
      clear()
      onChanged()
    } catch (problem) {
      if (!signal.aborted) {
        noteSignedOut(problem)
        showNotice({ problem, retry: () => void work(task) })
      }
    }
    setProgress(undefined)
    // Rows that the list has not loaded have changed too.
    void queryClient.invalidateQueries({ queryKey: ['conversations'] })
    void queryClient.invalidateQueries({ queryKey: ['tags'] })
  }
  const report = (total: number) => (done: number) => setProgress({ done, total })

  const takeBack = async (change: BulkChange, before: readonly Conversation[]): Promise<void> => {
    const { signal } = new AbortController()
    try {
      for (const each of reverseBulk(change, before)) await runBulk(each.ids, each.change, () => {}, signal)
    } catch (problem) {
      showNotice({ problem, retry: () => void takeBack(change, before) })
    }
  }
  return {
    progress,
    stop: () => stopping.current?.abort(),
    run: (change: BulkChange): void =>
      void work(async (meant, signal) => {
        const failed = new Set(
          await runBulk(
            meant.map(({ id }) => id),
            change,
            report(meant.length),
            signal,
          ),
        )
        const changed = meant.filter(({ id }) => !failed.has(id))
        // Only what a list shows: the rest was never read.
        const shown = changed.flatMap(({ id }) => store.conversation(id) ?? [])
        store.putConversations(shown.map((each) => afterBulk(change, each)))
        const text = select.done[nameOf(change)](changed.length)
        showNotice({
          text: failed.size > 0 ? `${text}. ${select.failed(failed.size)}.` : text,
          undo: () => void takeBack(change, changed),
        })
      }),
    export: (format: ExportFormat): void =>
      void work(async (meant, signal) => {
        const ids = meant.map(({ id }) => id)
        saveFile(await exportAll(ids, format, report(ids.length), signal), `conversations.${format}`)
        showNotice({ text: select.done.export(ids.length) })
      }),
  }
}
