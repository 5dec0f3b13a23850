import type { Messages } from '../messages/en.ts'

/** What a shortcut does, by the name of its text. */
export type Command = keyof Omit<Messages['shortcuts'], 'title'>

/** Every shortcut as it is unless somebody changed it: the keys as `event.key` names them. */
export const usualKeys: Record<Command, readonly string[]> = {
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  open: ['Enter'],
  back: ['Escape'],
  reply: ['r'],
  note: ['n'],
  send: ['mod+Enter'],
  sendAndClose: ['mod+shift+Enter'],
  select: ['x'],
  selectNext: ['shift+J'],
  selectPrevious: ['shift+K'],
  selectAll: ['mod+a'],
  assign: ['a'],
  assignToMe: ['i'],
  tags: ['l'],
  snooze: ['h'],
  close: ['e'],
  reopen: ['shift+E'],
  undo: ['z'],
  copilot1: ['c 1'],
  copilot2: ['c 2'],
  copilot3: ['c 3'],
  copilot4: ['c 4'],
  copilot5: ['c 5'],
  copilot6: ['c 6'],
  insertSuggestion: ['mod+.'],
  search: ['/'],
  command: ['mod+k'],
  help: ['?'],
  nextRegion: ['F6'],
  previousRegion: ['shift+F6'],
  toggleNavigation: ['['],
  toggleSide: [']'],
  goQueue: ['g q'],
  goMine: ['g m'],
  goAll: ['g a'],
  goNotifications: ['g b'],
  goKnowledge: ['g k'],
  goPolicies: ['g p'],
  goTesting: ['g t'],
  goContacts: ['g c'],
  goAnalytics: ['g n'],
  goSettings: ['g s'],
}

/** Shortcuts that keep their keys: the platform and its parts use those as well. */
export const fixedCommands: ReadonlySet<Command> = new Set(['open', 'back', 'nextRegion', 'previousRegion'])

/** Shortcuts that act while a text is written, so that no key alone can mean them. */
export const commandsOfFields: ReadonlySet<Command> = new Set(['send', 'sendAndClose'])

/** The keys that somebody chose, by command. */
export type ChosenKeys = Readonly<Record<string, string>>

/** Every shortcut with the keys that somebody chose in the place of its first ones. */
export function keysWith(chosen: ChosenKeys): Record<Command, readonly string[]> {
  const commands = Object.keys(usualKeys) as Command[]
  const keysOf = (command: Command): readonly string[] => {
    const own = fixedCommands.has(command) ? undefined : chosen[command]
    return own === undefined ? usualKeys[command] : [own, ...usualKeys[command].slice(1)]
  }
  return Object.fromEntries(commands.map((command) => [command, keysOf(command)])) as Record<Command, readonly string[]>
}

/** The command that could not be told from another one if that had these keys; the first key of a sequence is its own. */
export function conflictOf(
  keys: string,
  command: Command,
  all: Record<Command, readonly string[]>,
): Command | undefined {
  const begins = (one: string, other: string) => one === other || other.startsWith(`${one} `)
  return (Object.keys(all) as Command[]).find(
    (other) => other !== command && all[other].some((own) => begins(own, keys) || begins(keys, own)),
  )
}
