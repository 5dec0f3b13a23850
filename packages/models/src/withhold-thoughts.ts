import { ServiceError } from '@frontdesk/contracts'
import {
  bareBeginning,
  beginsLikeThoughts,
  mayBecomeMark,
  nextMark,
  type Place,
  placeAfter,
  type ThoughtMark,
} from './thought-marks.ts'

/** What a process has learned of how a model thinks; shared by all requests to it. */
export type ThinkingHabit = {
  /** It writes thoughts into its text. */
  thinks: boolean
  /** It ends thoughts that it never began: its chat template writes the beginning. */
  omitsBeginning: boolean
  /** Whole texts since then without any thoughts. */
  textsWithout: number
}
export const unknownHabit = (): ThinkingHabit => ({ thinks: false, omitsBeginning: false, textsWithout: 0 })

/** After so many texts without thoughts a model is streamed from its first word again. */
const textsToForget = 20
/** Of thoughts, only what may be the beginning of their end is kept. */
const maxMark = 128

/** The visible text of a model that may think in its text, as it arrives. */
export type ThoughtFilter = {
  /** The text that became visible with this part. Throws `model_unavailable` where what was shown before were thoughts. */
  push(part: string): string
  /** The rest. `isCut`: the limit of tokens stopped the model, so thoughts that were not ended go on to the end. */
  end(isCut?: boolean): string
}

/** What was shown turned out to be thoughts. From now on the model is known for it, so another try helps. */
const shownThoughts = () =>
  new ServiceError('model_unavailable', { detail: 'The model sent thoughts without marking their beginning.' })

/**
 * Leaves out the thoughts that models write into their text, in the formats of `thought-marks.ts`, also when they were not
 * begun or never ended. Text is held back only as long as it could be a mark, and from the start where it reads like thoughts
 * or this model is known not to mark their beginning. `isWhole`: nobody reads along, so everything is held until the end.
 * A mark in code, in quotation marks or within a sentence is text.
 */
export function withholdThoughts(habit: ThinkingHabit = unknownHabit(), { isWhole = false } = {}): ThoughtFilter {
  let pending = ''
  let place: Place = { line: '', fence: '' }
  let isThinking = false
  let isBare = false
  let isAboutMarks = false
  let hasThought = false
  let hasShown = false
  /** Not shown, because an end may follow that says that these were thoughts. */
  let held = ''
  let isHeld = isWhole || habit.omitsBeginning
  let isBegun = false

  const show = (text: string): string => {
    place = placeAfter(place, text)
    // What separates thoughts from the answer is no part of it.
    const visible = hasShown || held !== '' ? text : text.trimStart()
    if (visible === '') return ''
    if (isHeld) {
      held += visible
      return ''
    }
    hasShown = true
    return visible
  }

  /** Returns what becomes visible with it. */
  function take({ kind, end }: Pick<ThoughtMark, 'kind' | 'end'>): string {
    pending = pending.slice(end)
    if (kind === 'frame') return ''
    if (kind === 'begin' || isThinking || held !== '' || hasShown) {
      Object.assign(habit, { thinks: true, textsWithout: 0 })
      hasThought = true
    }
    if (kind === 'begin') {
      isThinking = true
      return ''
    }
    if (!isThinking) {
      if (hasShown || held !== '') habit.omitsBeginning = true
      if (hasShown) throw shownThoughts()
      held = ''
      place = { line: '', fence: '' }
    }
    isThinking = false
    isBare = false
    isHeld = isWhole
    const released = isHeld ? '' : held
    if (!isHeld) held = ''
    if (released !== '') hasShown = true
    return released
  }

  /** False while it is not clear how the text begins. */
  function begin(isEnd: boolean): boolean {
    if (isBegun) return true
    const bare = bareBeginning(pending, isEnd)
    const isLike = isHeld ? false : beginsLikeThoughts(pending, isEnd)
    if (bare === 'perhaps' || isLike === 'perhaps') return false
    isBegun = true
    if (bare > 0) {
      take({ kind: 'begin', end: bare })
      isBare = true
    } else if (isLike) isHeld = true
    return true
  }

  function read(isEnd: boolean): string {
    if (!begin(isEnd)) return ''
    let out = ''
    for (;;) {
      const context = { ...place, isThinking, isBare, isEnd, isAboutMarks }
      const mark = nextMark(pending, context, () => {
        isAboutMarks = true
      })
      if (mark === 'perhaps') return out
      if (mark) {
        if (!isThinking) out += show(pending.slice(0, mark.start))
        out += take(mark)
        continue
      }
      const kept = isEnd ? 0 : isThinking ? Math.min(maxMark, pending.length) : mayBecomeMark(pending)
      const decided = pending.slice(0, pending.length - kept)
      pending = pending.slice(pending.length - kept)
      return isThinking ? out : out + show(decided)
    }
  }

  return {
    push(part) {
      pending += part
      return read(false)
    },
    end(isCut = false) {
      const out = read(true)
      if (!hasThought && !isCut && habit.thinks && ++habit.textsWithout >= textsToForget) {
        Object.assign(habit, unknownHabit())
      }
      const areThoughts = isCut && !hasThought && isHeld && (!isWhole || habit.omitsBeginning)
      return areThoughts ? out : out + held
    },
  }
}

/** A whole text of a model without its thoughts. */
export function withoutThoughts(text: string, habit?: ThinkingHabit, isCut = false): string {
  const filter = withholdThoughts(habit, { isWhole: true })
  return filter.push(text) + filter.end(isCut)
}
