import { useEffect, useSyncExternalStore } from 'react'
import { type ChosenKeys, type Command, keysWith, usualKeys } from './usual-keys.ts'

export type { Command } from './usual-keys.ts'

/** Every shortcut as it is now. This table draws the sheet, the hints and the menu. */
let keys = usualKeys
const listeners = new Set<() => void>()

/** Gives shortcuts the keys that whoever has signed in chose; all others are as usual. */
export function setChosenKeys(chosen: ChosenKeys): void {
  keys = keysWith(chosen)
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** Every shortcut, also when somebody changes one. */
export const useAllKeys = (): Record<Command, readonly string[]> => useSyncExternalStore(subscribe, () => keys)

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
const shown: Record<string, string> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  Enter: '↵',
  Escape: 'Esc',
  mod: isMac ? '⌘' : 'Ctrl',
  shift: '⇧',
}
const partsOf = (step: string): string[] => (step === '+' ? ['+'] : step.split(/\+(?=.)/))
/** Keys as they are printed: `⌘↵`, `G Q`. */
export const printedKeys = (keys: readonly string[]): string =>
  keys
    .map((key) =>
      key
        .split(' ')
        .map((step) =>
          partsOf(step)
            .map((part) => shown[part] ?? (part.length === 1 ? part.toUpperCase() : part))
            .join(isMac ? '' : ' '),
        )
        .join(' '),
    )
    .join(' · ')

/** The keys of a shortcut as they are printed, also when somebody changes them. */
export const useShownKeys = (command: Command | undefined): string => {
  const all = useAllKeys()
  return command === undefined ? '' : printedKeys(all[command])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

type Pressed = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'shiftKey'>
/** A key press as this table names it; a blank is named, because blanks part the steps of a sequence. */
export const nameOf = ({ key, metaKey, ctrlKey, shiftKey }: Pressed): string => {
  const mod = metaKey || ctrlKey
  const withShift = shiftKey && (mod || key.length > 1 || /[A-Z]/.test(key))
  return `${mod ? 'mod+' : ''}${withShift ? 'shift+' : ''}${key === ' ' ? 'Space' : key}`
}

/** Whether a key press in a field means a command. */
export const isPressed = (command: Command, event: Pressed): boolean => keys[command].includes(nameOf(event))

export const sequenceMs = 1_000
let prefix = ''
let prefixAt = 0

/** The command that a key press means; the second key of a sequence within a second. */
function commandOf(event: KeyboardEvent): Command | undefined {
  const name = nameOf(event)
  const sequence = prefix !== '' && event.timeStamp - prefixAt < sequenceMs ? `${prefix} ${name}` : undefined
  prefix = name
  prefixAt = event.timeStamp
  const find = (wanted: string) => (Object.keys(keys) as Command[]).find((command) => keys[command].includes(wanted))
  return (sequence !== undefined ? find(sequence) : undefined) ?? find(name)
}

type Handlers = Partial<Record<Command, () => void>>
const layers: { handlers: Handlers; isModal: boolean }[] = []

let hasSingleKeys = true

/** Whether keys do something that are pressed alone and type a character: not everybody can keep from pressing them. */
export function setSingleKeys(isOn: boolean): void {
  hasSingleKeys = isOn
}

/** Keys with a modifier that fields have for themselves. */
const ofFields = new Set(['a', 'z'])

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const hasModifier = event.metaKey || event.ctrlKey
  const isCharacter = event.key.length === 1
  // Single keys act only outside of fields (WCAG 2.1.4), which Escape leaves.
  if (isTyping(event.target) && (hasModifier ? ofFields.has(event.key) : !/^F\d/.test(event.key))) return
  if (isCharacter && !hasModifier && !hasSingleKeys) return
  if (!hasModifier && event.altKey) return
  // A button that has the focus is pressed by Enter.
  if (event.key === 'Enter' && !hasModifier && (event.target as HTMLElement).closest?.('button, a, summary')) return
  const command = commandOf(event)
  if (command === undefined) return
  for (const { handlers, isModal } of layers.toReversed()) {
    const handle = handlers[command]
    if (handle) {
      event.preventDefault()
      handle()
      return
    }
    if (isModal) return
  }
}

/** The shortcuts that do something at the moment. */
export const handledCommands = (): Command[] =>
  (Object.keys(keys) as Command[]).filter((command) => layers.some(({ handlers }) => handlers[command]))

/** Does what the keys of a shortcut do. */
export const runCommand = (command: Command): void =>
  layers.findLast(({ handlers }) => handlers[command])?.handlers[command]?.()

/** Handles shortcuts while a component is there; the newest one first. Below a dialog (`isModal`) nothing is handled. */
export function useKeys(handlers: Handlers, isModal = false): void {
  useEffect(() => {
    const layer = { handlers, isModal }
    if (layers.length === 0) window.addEventListener('keydown', onKeyDown)
    layers.push(layer)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      if (layers.length === 0) window.removeEventListener('keydown', onKeyDown)
    }
  })
}
