import type { Widget } from './widget-change.ts'

export type ProactiveMessage = Widget['proactive'][number]

/** A message while it is written; what is empty makes no condition. */
export type MessageDraft = {
  name: string
  /** By language. */
  message: Record<string, string>
  path: string
  seconds: string
  visitors: '' | 'new' | 'returning'
  hours: '' | 'open' | 'closed'
  oncePer: ProactiveMessage['oncePer']
}

export const blankMessage: MessageDraft = {
  name: '',
  message: {},
  path: '',
  seconds: '10',
  visitors: '',
  hours: '',
  oncePer: 'session',
}

export const draftOf = ({ name, message, when, oncePer }: ProactiveMessage): MessageDraft => ({
  ...{ name, message, oncePer },
  path: when.path ?? '',
  seconds: String(when.secondsOnPage ?? ''),
  visitors: when.returning === undefined ? '' : when.returning ? 'returning' : 'new',
  hours: when.hours ?? '',
})

export function messageOf({ name, message, path, seconds, visitors, hours, oncePer }: MessageDraft): ProactiveMessage {
  const trimmed = Object.entries(message).map(([language, text]) => [language, text.trim()] as const)
  return {
    name: name.trim(),
    message: Object.fromEntries(trimmed.filter(([, text]) => text !== '')),
    when: {
      ...(path.trim() && { path: path.trim() }),
      ...(seconds.trim() && { secondsOnPage: Number(seconds) }),
      ...(visitors && { returning: visitors === 'returning' }),
      ...(hours && { hours }),
    },
    oncePer,
  }
}

/** The longest name is 100 characters. */
const maxStem = 96

/** The messages with one more, in the place of the one that it changes. A name that another message has gets a number. */
export function withMessage(
  all: readonly ProactiveMessage[],
  message: ProactiveMessage,
  changed?: string,
): ProactiveMessage[] {
  const taken = all.map(({ name }) => name).filter((name) => name !== changed)
  let { name } = message
  for (let n = 2; taken.includes(name); n++) name = `${message.name.slice(0, maxStem)} ${n}`
  const named = { ...message, name }
  const at = all.findIndex((each) => each.name === changed)
  return at < 0 ? [...all, named] : all.toSpliced(at, 1, named)
}
