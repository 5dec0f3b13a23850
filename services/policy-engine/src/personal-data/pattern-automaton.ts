/** Where a walk through an automaton stands; -1 when nothing goes on like this. */
export type State = number

/** Which of some patterns a text matches, read character by character: each step costs the same, however many patterns there are. */
export type PatternAutomaton = {
  start: State
  /** The state after one more symbol: a digit is its own symbol, other characters have theirs from `symbolOf`. */
  next(state: State, symbol: number): State
  /** One bit for each pattern, in the order given, that matches everything up to this state. */
  matched(state: State): number
}

/** What patterns are made of. A digit's place is its value. */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ -+/.'
const symbols = new Int8Array(128).fill(-1)
for (const [symbol, character] of [...alphabet].entries()) {
  symbols[character.charCodeAt(0)] = symbol
  symbols[character.toLowerCase().charCodeAt(0)] = symbol
}

/** The symbol of a character, whatever its case; -1 for one that no pattern holds. */
export const symbolOf = (code: number): number => (code < 128 ? symbols[code]! : -1)

/** A node of the automaton that reads several ways at once: edges that read a symbol of a set, edges that read nothing. */
type Node = { reads: bigint; to: number; free: number[]; accepts: number }

/** Steps that lead nowhere, and those that nobody took yet. */
const [none, unknown] = [-1, -2]
/** So many states are made when they are asked for; a plan of numbers needs some hundred. */
const maxStates = 20_000
/** One bit each in a signed 32-bit number. */
const maxPatterns = 31

/**
 * Compiles patterns (`\d`, characters, sets, groups, alternatives, `?`, `{n}`, `{n,m}`: what libphonenumber's metadata
 * are written in) into one automaton, whose states are made as they are needed. At most 31 patterns. Throws for any other syntax.
 */
export function compilePatterns(patterns: string[]): PatternAutomaton {
  if (patterns.length > maxPatterns) throw new Error(`an automaton has at most ${maxPatterns} patterns`)
  const nodes: Node[] = []
  const node = (): number => nodes.push({ reads: 0n, to: -1, free: [], accepts: 0 }) - 1
  const root = node()
  for (const [i, pattern] of patterns.entries()) {
    const end = parse(pattern, root, nodes, node)
    nodes[end]!.accepts |= 1 << i
  }

  // Most patterns are of digits alone, and need no steps for the other symbols.
  const width = nodes.reduce((most, { reads }) => Math.max(most, reads.toString(2).length), 1)

  const states: number[][] = []
  // Of all states: the bits of the patterns that match, and the state after each symbol, or one of these two.
  let accepted = new Int32Array(64)
  let steps = new Int32Array(64 * width).fill(unknown)
  const known = new Map<string, State>()
  const stateOf = (from: Iterable<number>): State => {
    const set = new Set(from)
    for (const each of set) for (const free of nodes[each]!.free) set.add(free)
    if (set.size === 0) return none
    const members = [...set].sort((a, b) => a - b)
    const key = members.join()
    const found = known.get(key)
    if (found !== undefined) return found
    const state = states.push(members) - 1
    if (state === accepted.length) {
      const more = new Int32Array(2 * steps.length).fill(unknown)
      more.set(steps)
      steps = more
      const longer = new Int32Array(2 * accepted.length)
      longer.set(accepted)
      accepted = longer
    }
    accepted[state] = members.reduce((bits, each) => bits | nodes[each]!.accepts, 0)
    known.set(key, state)
    if (states.length > maxStates) throw new Error('these patterns have too many states')
    return state
  }
  const makeStep = (state: State, symbol: number): State => {
    const bit = 1n << BigInt(symbol)
    const made = stateOf(states[state]!.filter((each) => nodes[each]!.reads & bit).map((each) => nodes[each]!.to))
    steps[state * width + symbol] = made
    return made
  }
  const start = stateOf([root])
  return {
    start,
    next(state, symbol) {
      if (symbol < 0 || symbol >= width) return none
      const step = steps[state * width + symbol]!
      return step === unknown ? makeStep(state, symbol) : step
    },
    matched: (state) => accepted[state]!,
  }
}

/** Adds a pattern's nodes behind one node, and answers the node at its end. */
function parse(pattern: string, from: number, nodes: Node[], node: () => number): number {
  let at = 0
  const fail = (): never => {
    throw new Error(`the pattern can't be read at ${at}: ${pattern}`)
  }
  const alternatives = (start: number): number => {
    const end = node()
    for (;;) {
      // Each alternative begins at a node of its own, so that none leads into another.
      const begin = node()
      nodes[start]!.free.push(begin)
      let last = begin
      while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') last = repeated(last)
      nodes[last]!.free.push(end)
      if (pattern[at] !== '|') return end
      at++
    }
  }
  const repeated = (start: number): number => {
    const begin = at
    let end = atom(start)
    const times = /\?|\{(\d+)(?:,(\d+))?\}/y
    times.lastIndex = at
    const match = times.exec(pattern)
    if (!match) return end
    const after = times.lastIndex
    const least = match[0] === '?' ? 0 : Number(match[1])
    const most = match[0] === '?' ? 1 : Number(match[2] ?? match[1])
    const exits = least === 0 ? [start] : []
    for (let count = 1; ; count++) {
      if (count >= least) exits.push(end)
      if (count >= most) break
      at = begin
      end = atom(end)
    }
    at = after
    const exit = node()
    for (const each of exits) nodes[each]!.free.push(exit)
    return exit
  }
  const atom = (start: number): number => {
    if (pattern.startsWith('(?:', at)) {
      at += 3
      const end = alternatives(start)
      if (pattern[at++] !== ')') fail()
      return end
    }
    const one = /\\d|[\dA-Z /-]|\[[^\]]+\]/y
    one.lastIndex = at
    const text = one.exec(pattern)?.[0] ?? fail()
    at = one.lastIndex
    const [reads, end] = [node(), node()]
    nodes[start]!.free.push(reads)
    nodes[reads]!.reads = setOf(text) ?? fail()
    nodes[reads]!.to = end
    return end
  }
  const end = alternatives(from)
  return at < pattern.length ? fail() : end
}

/** The symbols of `\d`, `7` or `[02-46A-F -]`, a bit each; undefined when one isn't of the alphabet. */
function setOf(text: string): bigint | undefined {
  let bits = 0n
  for (const [item, first, last] of text.replace(/^\[|\]$/g, '').matchAll(/\\d|(.)-(.)|./g)) {
    const [from, to] = item === '\\d' ? ['0', '9'] : [first ?? item, last ?? item]
    const range = [alphabet.indexOf(from), alphabet.indexOf(to)] as const
    if (range[0] < 0 || range[1] < range[0]) return undefined
    for (let symbol = range[0]; symbol <= range[1]; symbol++) bits |= 1n << BigInt(symbol)
  }
  return bits
}
