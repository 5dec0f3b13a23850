import { useSyncExternalStore } from 'react'

/** What was done, or was refused: shown for a while over the screen, with a way back where there is one. */
export type Notice = { text?: string; problem?: unknown; undo?: () => void; retry?: () => void }

const shownMs = 8_000

let current: Notice | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(notice: Notice | undefined): void {
  clearTimeout(timer)
  current = notice
  for (const listener of listeners) listener()
}

/** Shows a notice in place of the last one. */
export function showNotice(notice: Notice): void {
  set(notice)
  timer = setTimeout(() => set(undefined), shownMs)
}
export const dismissNotice = (): void => set(undefined)

/** Takes back the last change, as long as that is offered. */
export function undoLast(): void {
  const undo = current?.undo
  dismissNotice()
  undo?.()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useNotice = (): Notice | undefined => useSyncExternalStore(subscribe, () => current)
