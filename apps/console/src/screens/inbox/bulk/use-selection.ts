import { useState } from 'react'

/** Which conversations of a list are selected: some of those that are loaded, or all that the list has. */
export type Selection = {
  ids: ReadonlySet<string>
  isWhole: boolean
  isEmpty: boolean
  toggle: (id: string) => void
  add: (ids: readonly string[]) => void
  selectWhole: () => void
  clear: () => void
}

type State = { key: string; ids: ReadonlySet<string>; isWhole: boolean }
const empty = (key: string): State => ({ key, ids: new Set(), isWhole: false })

/** The selection of the list with that name; of another list, nothing is selected. */
export function useSelection(key: string): Selection {
  const [stored, set] = useState<State>(() => empty(key))
  const { ids, isWhole } = stored.key === key ? stored : empty(key)
  return {
    ids,
    isWhole,
    isEmpty: ids.size === 0,
    toggle(id) {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      set({ key, ids: next, isWhole: false })
    },
    add: (more) => set({ key, ids: new Set([...ids, ...more]), isWhole: false }),
    selectWhole: () => set({ key, ids, isWhole: true }),
    clear: () => set(empty(key)),
  }
}
