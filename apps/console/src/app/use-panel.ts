import { useState } from 'react'

export type Panel = { isOpen: boolean; toggle: () => void; close: () => void; uncover: () => void }

/**
 * Whether a panel is shown. Where the window has room for it (a media query), that is as it was left last; elsewhere it lies
 * over the rest, once it is asked for.
 */
export function usePanel(name: string, hasRoom: string): Panel {
  const key = `frontdesk.panel.${name}`
  const [isOpen, setOpen] = useState(() => matchMedia(hasRoom).matches && localStorage.getItem(key) !== 'closed')
  const set = (next: boolean) => {
    if (matchMedia(hasRoom).matches) localStorage.setItem(key, next ? 'open' : 'closed')
    setOpen(next)
  }
  return {
    isOpen,
    toggle: () => set(!isOpen),
    close: () => set(false),
    /** Closes it where it lies over the rest. */
    uncover: () => {
      if (!matchMedia(hasRoom).matches) setOpen(false)
    },
  }
}
