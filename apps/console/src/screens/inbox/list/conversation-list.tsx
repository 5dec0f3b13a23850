import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { useAgentNames } from '../../../app/agents.ts'
import { draftsQuery, hasLocalDraft } from '../../../app/drafts.ts'
import { useKeys } from '../../../app/keys.ts'
import { useMessages } from '../../../app/language.tsx'
import { store, useStore } from '../../../app/live-store.ts'
import { useNow } from '../../../app/use-now.ts'
import { Button } from '../../../components/button/button.tsx'
import { MissingNotice } from '../../../components/problem-notice/missing-notice.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import { SelectionBar } from '../bulk/selection-bar.tsx'
import type { Selection } from '../bulk/use-selection.ts'
import { readThreadAhead } from '../thread/use-thread.ts'
import { type Filter, filterNames, type InboxSearch } from '../views/conversation-filter.ts'
import { useCounts } from '../views/use-counts.ts'
import type { OpenView } from '../views/use-views.ts'
import { useIsView } from '../views/use-views.ts'
import styles from './conversation-list.module.css'
import { ConversationRow } from './conversation-row.tsx'
import { EmptyList } from './empty-list.tsx'
import { ListHead } from './list-head.tsx'
import { PendingRows } from './pending-rows.tsx'
import { useConversationList } from './use-conversation-list.ts'

const rowHeight = 72
/** Further pages are read when so few rows are left. */
const readAhead = 15
/** What somebody changed in bulk leaves the list at once, though the pointer is on it. */
const settlingMs = 3_000

type Props = {
  view: OpenView
  /** The view that the address names, which may be another one. */
  named: string
  filter: Filter
  search: InboxSearch
  open: string | undefined
  agentId: string
  selection: Selection
  onOpen: (id: string) => void
  onSearch: (change: InboxSearch) => void
  onView: (viewId: string) => void
}

/** The list of a view. One row is open; J and K move on from it. Any number may be selected. */
export function ConversationList(props: Props) {
  const { view, named, filter, search, open, agentId, selection, onOpen, onSearch, onView } = props
  const isThere = useIsView(named)
  const messages = useMessages()
  const names = useAgentNames()
  const now = useNow()
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtTop, setAtTop] = useState(true)
  const [isPointed, setPointed] = useState(false)
  const [isSettling, setSettling] = useState(false)
  const mayMove = isSettling || (isAtTop && !isPointed)
  const list = useConversationList({ filter, sort: view.sort, agentId, open }, mayMove)
  useStore((live) => live.version())
  const { data: drafts = [] } = useQuery(draftsQuery)
  const drafted = new Set(drafts.map(({ conversationId }) => conversationId))
  const counted = useCounts().get(view.id)
  const rows = useVirtualizer({
    count: list.ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (index) => list.ids[index]!,
  })
  const visible = rows.getVirtualItems()
  const lastVisible = visible.at(-1)?.index ?? 0
  const { more } = list
  useEffect(() => {
    if (more && lastVisible >= list.ids.length - readAhead) more()
  }, [more, lastVisible, list.ids.length])

  /** Opens a row so many further on, and reads the one after it ahead; answers its id. */
  const move = (by: number): string | undefined => {
    const at = open === undefined ? -1 : list.ids.indexOf(open)
    const next = Math.min(Math.max(at + by, 0), list.ids.length - 1)
    const id = list.ids[next]
    if (id === undefined) return undefined
    rows.scrollToIndex(next)
    onOpen(id)
    const after = list.ids[next + by]
    if (after !== undefined) readThreadAhead(after)
    return id
  }
  const extend = (by: number) => {
    const from = open !== undefined && list.ids.includes(open) ? [open] : []
    const to = move(by)
    selection.add([...from, ...(to === undefined ? [] : [to])])
  }
  /** Selects everything between a row and the last one that was selected. */
  const extendTo = (id: string) => {
    const last = [...selection.ids].at(-1)
    const [a, b] = [list.ids.indexOf(last ?? id), list.ids.indexOf(id)].sort((x, y) => x - y)
    selection.add(list.ids.slice(a, b! + 1))
  }
  useKeys({
    next: () => void move(1),
    previous: () => void move(-1),
    open: () => open === undefined && void move(1),
    select: () => {
      const id = open !== undefined && list.ids.includes(open) ? open : move(1)
      if (id !== undefined) selection.toggle(id)
    },
    selectNext: () => extend(1),
    selectPrevious: () => extend(-1),
    selectAll: () => selection.add(list.ids),
  })
  const presenceOf = (conversationId: string) =>
    store
      .presentIn(conversationId, now)
      .filter((each) => each.agentId !== agentId)
      .map((each) => messages.thread.presence[each.state](names.get(each.agentId) ?? ''))
  const isNarrowed = filterNames.some((name) => search[name] !== undefined)

  return (
    <section className={styles.list} aria-label={messages.inbox.list}>
      <ListHead view={view} filter={filter} search={search} onSearch={onSearch} onView={onView} />
      <MissingNotice id={named} isThere={isThere} />
      {list.error !== null && <ProblemNotice error={list.error} onRetry={list.retry} />}
      {!list.isPending && list.error === null && list.ids.length === 0 && (
        <EmptyList view={view} search={search} onSearch={onSearch} onView={onView} />
      )}
      <div className={styles.rows}>
        {list.waiting > 0 && (
          <Button
            look="primary"
            className={styles.waiting}
            onClick={() => {
              list.update()
              scroller.current?.scrollTo({ top: 0 })
            }}
          >
            {messages.inbox.newRows(list.waiting)}
          </Button>
        )}
        <div
          ref={scroller}
          className={styles.scroller}
          onScroll={(event) => setAtTop(event.currentTarget.scrollTop < rowHeight / 2)}
          onPointerEnter={() => setPointed(true)}
          onPointerLeave={() => setPointed(false)}
        >
          {list.isPending && list.error === null && <PendingRows />}
          {list.ids.length > 0 && (
            <div
              role="listbox"
              tabIndex={0}
              aria-label={view.name}
              aria-busy={list.isPending}
              aria-multiselectable="true"
              aria-activedescendant={open !== undefined && list.ids.includes(open) ? `row-${open}` : undefined}
              style={{ height: rows.getTotalSize(), position: 'relative' }}
            >
              {visible.map(({ index, start, key }) => {
                const conversation = store.conversation(list.ids[index]!)
                if (!conversation) return null
                const { id } = conversation
                const isSelected = selection.isWhole || selection.ids.has(id)
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: J, K and the arrows move on from the open row
                  // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the open row
                  <div
                    key={key}
                    id={`row-${id}`}
                    role="option"
                    aria-selected={id === open}
                    aria-checked={isSelected}
                    aria-posinset={index + 1}
                    aria-setsize={more ? -1 : list.ids.length}
                    className={styles.row}
                    style={{ transform: `translateY(${start}px)` }}
                    onClick={(event) => {
                      if (event.shiftKey) extendTo(id)
                      else if (event.metaKey || event.ctrlKey) selection.toggle(id)
                      else onOpen(id)
                    }}
                  >
                    <ConversationRow
                      conversation={conversation}
                      hasDraft={drafted.has(id) || hasLocalDraft(agentId, id)}
                      present={presenceOf(id)}
                      isSelected={isSelected}
                      onSelect={(isExtended) => (isExtended ? extendTo(id) : selection.toggle(id))}
                    />
                  </div>
                )
              })}
            </div>
          )}
        </div>
      </div>
      {!selection.isEmpty && (
        <SelectionBar
          selection={selection}
          filter={filter}
          total={isNarrowed || search.q ? undefined : counted}
          hasMore={more !== undefined}
          onChanged={() => {
            setSettling(true)
            setTimeout(() => setSettling(false), settlingMs)
          }}
        />
      )}
    </section>
  )
}
