import { useEffect, useState } from 'preact/hooks'
import type { ChatState, Store } from '../chat/chat-state.ts'

/** The state of the chat; the component is drawn again when it changes. */
export function useStore(store: Store): ChatState {
  const [state, setState] = useState(store.get())
  useEffect(() => {
    const update = () => setState(store.get())
    update()
    return store.listen(update)
  }, [store])
  return state
}
