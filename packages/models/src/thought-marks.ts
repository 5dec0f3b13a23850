/*
 * How models mark thoughts in their text: tags in any case, with attributes (DeepSeek R1, Qwen, MiniMax, Phi, Seed);
 * `[THINK]` (Magistral); `◁think▷` (Kimi); `<|begin_of_thought|>` (Sky-T1), `<|START_THINKING|>` (Command A),
 * `<|channel>thought` (Gemma); the channels of gpt-oss (https://cookbook.openai.com/articles/openai-harmony), also where a
 * server removed their special tokens: `analysis…assistantfinal…`.
 */
const tagNames = [
  ...['think', 'thinking', 'thought', 'thoughts', 'thought_process', 'reasoning', 'reflection', 'scratchpad'],
  ...['inner_monologue', 'chain_of_thought', 'seed:think', 'mm:think', 'antthinking'],
]
const names = tagNames.join('|')
const special = 'think|thinking|thought|reasoning'
const lt = '(?:<|&lt;)'
const gt = '(?:>|&gt;)'

const begins = [
  `${lt}\\s?(?:${names})(?:\\s[^<>\\n]{0,40})?${gt}`,
  '\\[THINK(?:ING)?\\]',
  '◁\\s?think\\s?▷',
  `<\\|(?:START_THINKING|begin_of_(?:${special})|(?:${special})(?:_start|_begin)?)\\|>`,
  '<\\|channel\\|>\\s?(?:analysis|commentary|thoughts?)\\b[^<\\n]{0,40}(?:<\\|message\\|>)?',
  '<\\|channel>\\s?(?:thoughts?|analysis)\\b',
]
const ends = [
  `${lt}\\s?/\\s?(?:${names})\\s?${gt}`,
  '\\[/THINK(?:ING)?\\]',
  '◁\\s?/\\s?think\\s?▷',
  `<\\|(?:END_THINKING|end_of_(?:${special})|/(?:${special})|(?:${special})_end)\\|>`,
  '<\\|channel\\|>\\s?final\\b(?:\\s?<\\|constrain\\|>\\s?\\w*)?(?:\\s?<\\|message\\|>)?',
  '<channel\\|>',
]
/** Around an answer, and no part of it. */
const frames = [
  '<\\|(?:return|end|message|begin_of_solution|end_of_solution|START_RESPONSE|END_RESPONSE|im_end)\\|>',
  '<\\|start\\|>\\s?assistant',
  `${lt}\\s?(?:${names})\\s?/${gt}`,
]
const anyMark = new RegExp(
  `(?<frame>${frames.join('|')})|(?<end>${ends.join('|')})|(?<begin>${begins.join('|')})`,
  'giu',
)
const bareAnalysis = /^\s*analysis(?=\p{Lu})/u
const bareFinal = /assistant\s?final(?![a-z])/u
/** What may be the beginning of `anyMark`, up to the end of a text. */
const partialSpecial =
  /(?:<\|(?:start|end|channel)\|?>?\s?\w{0,12}\s?){0,3}<(?:\|[^<>\n]{0,40}(?:>\s?\w{0,10})?)?$|<channel\|?$/u
const partialTag = /(?:<|&(?:l(?:t;?)?)?|&lt;|\[|◁)[^<>[\]▷\n]{0,64}$/u
const maxPartial = 128

/** A mark, and where it stands in the text. */
export type ThoughtMark = { kind: 'begin' | 'end' | 'frame'; start: number; end: number }

/** What came before a text: its line so far, and the block of code that it is in (empty: none). */
export type Place = { line: string; fence: string }

/** The place after more text. */
export function placeAfter({ line, fence }: Place, text: string): Place {
  const [first, ...more] = text.split('\n')
  let now = { line: line + first, fence }
  for (const next of more) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(now.line)?.[1]
    let { fence } = now
    if (fence === '') fence = mark ?? ''
    else if (mark?.startsWith(fence) && now.line.trim() === mark) fence = ''
    now = { line: next, fence }
  }
  return now
}

const quotes = '"\'“”„‘’«»`'

export type MarkContext = Place & {
  isThinking: boolean
  /** The thoughts began without special tokens. */
  isBare: boolean
  /** Nothing follows the text. */
  isEnd: boolean
  /** A mark that is text stood before. */
  isAboutMarks: boolean
}

/**
 * The first mark of a text; undefined where there is none, `perhaps` where what follows will tell. In code, in quotation marks
 * and within a sentence a mark is text, and then `onLiteral` is called. Thoughts end at the first end that is not quoted.
 */
export function nextMark(
  text: string,
  context: MarkContext,
  onLiteral: () => void,
): ThoughtMark | undefined | 'perhaps' {
  const { isThinking, isBare, isEnd } = context
  if (isThinking && isBare) {
    const final = bareFinal.exec(text)
    if (!final) return undefined
    const end = final.index + final[0].length
    return end === text.length && !isEnd ? 'perhaps' : { kind: 'end', start: final.index, end }
  }
  let { isAboutMarks } = context
  for (const { 0: mark, index: start, groups } of text.matchAll(anyMark)) {
    const kind = groups!.frame !== undefined ? 'frame' : groups!.end !== undefined ? 'end' : 'begin'
    const end = start + mark.length
    const after = text.slice(end, end + 2)
    if (isThinking && kind !== 'end') continue
    if (after.length < 2 && !isEnd) return 'perhaps'
    const place = placeAfter(context, text.slice(0, start))
    const isText = isThinking ? isQuoted(place, after) : isLiteral(kind, mark, place, after, isAboutMarks)
    if (!isText) return { kind, start, end }
    if (isThinking) continue
    isAboutMarks = true
    onLiteral()
  }
  return undefined
}

const isQuoted = ({ line }: Place, after: string): boolean =>
  line !== '' && after !== '' && quotes.includes(line.at(-1)!) && quotes.includes(after[0]!)

function isLiteral(
  kind: ThoughtMark['kind'],
  mark: string,
  place: Place,
  after: string,
  isAboutMarks: boolean,
): boolean {
  const { line, fence } = place
  if (fence !== '' || (line.split('`').length - 1) % 2 === 1 || isQuoted(place, after)) return true
  // Special tokens are no words that anybody writes in a sentence.
  if (mark.includes('|')) return false
  const isFollowedByPunctuation = /^[.,;:!?)]/.test(after)
  if (kind === 'end') return isAboutMarks || (isFollowedByPunctuation && /\s$/.test(line))
  const said = line.trim()
  if (said === '' || /[.!?:…。！？>\]▷]$/u.test(said)) return false
  // An example in quotation marks: `"<think>so</think>"`.
  if (quotes.includes(line.at(-1)!)) return true
  return /[\s(]$/.test(line) && (isFollowedByPunctuation || /^\s(?:[\p{Ll}\s(]|$)/u.test(after))
}

/** The beginning of thoughts without special tokens, as its length; 0: none. `perhaps` where what follows will tell. */
export function bareBeginning(text: string, isEnd: boolean): number | 'perhaps' {
  const found = bareAnalysis.exec(text)
  if (found) return found[0].length
  return !isEnd && 'analysis'.startsWith(text.trimStart()) ? 'perhaps' : 0
}

/** How many characters at the end of a text may be the beginning of a mark. */
export function mayBecomeMark(text: string): number {
  const tail = text.slice(-maxPartial)
  const found = partialSpecial.exec(tail)
  if (found) return tail.length - found.index
  const tag = partialTag.exec(tail)?.[0]
  if (tag === undefined) return 0
  const said = tag
    .toLowerCase()
    .replace(/^&lt;?|^&l?$/, '<')
    .replaceAll(/\s+/g, ' ')
  const name = said.slice(1).replace(/^ ?\/? ?/, '')
  const known = said[0] === '[' ? ['think', 'thinking'] : said[0] === '◁' ? ['think'] : tagNames
  const mayBe = known.some((each) => each.startsWith(name) || new RegExp(`^${each}(?:\\s|/|&|$)`).test(name))
  return mayBe ? tag.length : 0
}

/** How thoughts begin that have no mark: nobody says so to a customer. */
const openers = [
  ...[
    'okay, so the',
    'okay, the user',
    'okay, the customer',
    'okay, let me',
    "okay, let's see",
    'okay, i need',
    'okay so',
  ],
  ...['ok, so the', 'ok, the user', 'ok, the customer', 'ok, let me', 'ok, i need', 'ok so the'],
  ...['hmm', 'the user ', 'the customer ', "the user's", "the customer's", 'so the user', 'so the customer'],
  ...[
    'we need to answer',
    'we need to respond',
    'we need to check',
    'we need to look',
    'we need to find',
    'we have to answer',
  ],
  ...['we need to produce', 'we need to write', 'we are asked', 'we are given', 'i need to answer', 'i need to check'],
  ...[
    'i need to find',
    'i need to figure',
    'i need to respond',
    'i need to look',
    'i should answer',
    'i should respond',
  ],
  ...[
    'let me think',
    'let me see',
    'let me check',
    'let me look',
    'let me analy',
    "let's think",
    "let's see",
    "let's analy",
  ],
  ...['first, i need', 'first, i should', 'first, let me', 'looking at the passage', 'looking at the question'],
  ...['thinking process', 'thought process', 'thought:', 'thoughts:', 'thinking:', 'reasoning:'],
  ...['okej, kunden', 'okej, användaren', 'okej, jag behöver', 'kunden frågar', 'kunden vill', 'kunden undrar'],
  ...['der kunde fragt', 'der nutzer', "l'utilisateur", 'le client demande', 'el usuario', 'el cliente pregunta'],
]

/** Whether a text begins as thoughts do; `perhaps` where what follows will tell. */
export function beginsLikeThoughts(text: string, isEnd: boolean): boolean | 'perhaps' {
  const said = text.trimStart().slice(0, 40).toLowerCase()
  if (openers.some((opener) => said.startsWith(opener))) return true
  return !isEnd && openers.some((opener) => opener.startsWith(said)) ? 'perhaps' : false
}
