import { lookUp } from '@frontdesk/contracts'
import { comparableRule } from './comparable-path.ts'

/** One `allow` or `disallow` line, ready to compare. `pattern` may hold `*`, and `$` at its end. */
export type Rule = { allow: boolean; pattern: string }

/** What a robots.txt says to one crawler. */
export type RobotsRules = { rules: Rule[]; crawlDelayMs?: number; sitemaps: string[] }

/** Of the file; what comes later is not read (RFC 9309, 2.5 asks for 500 KiB at least). */
export const maxRobotsBytes = 500 * 1024
/** Of a rule that are compared: hostile files have rules of half a megabyte. */
const maxRuleCharacters = 2_083
/** Mistakes that webmasters make and that the other crawlers of the web forgive. */
const keys: Record<string, string> = {
  'user-agent': 'user-agent',
  useragent: 'user-agent',
  'user agent': 'user-agent',
  allow: 'allow',
  disallow: 'disallow',
  dissallow: 'disallow',
  dissalow: 'disallow',
  disalow: 'disallow',
  diasllow: 'disallow',
  disallaw: 'disallow',
  'crawl-delay': 'crawl-delay',
  sitemap: 'sitemap',
  'site-map': 'sitemap',
}

/** `user-agent: Fig` as key and value; without its colon too, when there is nothing but a key and a value. */
function readLine(line: string): [key: string, value: string] | undefined {
  const comment = line.indexOf('#')
  const text = (comment < 0 ? line : line.slice(0, comment)).trim()
  const colon = text.indexOf(':')
  if (colon >= 0) return [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()]
  const words = text.split(/[ \t]+/)
  return words.length === 2 ? [words[0]!.toLowerCase(), words[1]!] : undefined
}

/** The product token that a `user-agent` line names, lower-case: `*`, or the letters, `_` and `-` at its start. */
function tokenOf(value: string): string {
  if (/^\*(?:\s|$)/.test(value)) return '*'
  return /^[a-z_-]*/i.exec(value)![0].toLowerCase()
}

type Said = { rules: Rule[]; crawlDelayMs?: number; isNamed: boolean }

function decode(bytes: Uint8Array): string {
  if (bytes.byteLength <= maxRobotsBytes) return new TextDecoder().decode(bytes)
  const text = new TextDecoder().decode(bytes.subarray(0, maxRobotsBytes))
  // A rule that was cut may forbid, or allow, far more than the whole of it.
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)
}

/**
 * A long `disallow` keeps its beginning, so it forbids no less than the whole of it. A long `allow` is left out: its beginning
 * could allow more.
 */
function ruleOf(key: 'allow' | 'disallow', value: string): Rule | undefined {
  const allow = key === 'allow'
  if (value.length <= maxRuleCharacters) return { allow, pattern: comparableRule(value) }
  return allow ? undefined : { allow, pattern: comparableRule(beginningOf(value)) }
}

/** The beginning of a long path: with neither half a character nor half an escape, nor an end that the whole has elsewhere. */
function beginningOf(path: string): string {
  const whole = path.slice(0, maxRuleCharacters).replace(/(?:[\uD800-\uDBFF]|%[0-9a-f]?)$/i, '')
  let end = whole.length
  while (whole[end - 1] === '$') end--
  return whole.slice(0, end)
}

/**
 * Reads what a robots.txt (RFC 9309) says to the crawler of a product token: the rules of every group that names it, of
 * the groups of `*` when none does. A line that can't be read is passed over; anything at all is a robots.txt.
 */
export function parseRobots(bytes: Uint8Array, productToken: string): RobotsRules {
  const own: Said = { rules: [], isNamed: false }
  const everyones: Said = { rules: [], isNamed: false }
  const sitemaps: string[] = []
  const named = productToken.toLowerCase()
  let listening: Said[] = []
  /** Between the `user-agent` lines of a group and its first rule: the next such line is of the same group. */
  let isNaming = false
  for (const line of decode(bytes).split(/\r\n|\r|\n/)) {
    const [written = '', value = ''] = readLine(line) ?? []
    const key = lookUp(keys, written)
    if (key === 'user-agent') {
      if (!isNaming) listening = []
      isNaming = true
      const token = tokenOf(value)
      if (token === named) {
        own.isNamed = true
        listening.push(own)
      } else if (token === '*') listening.push(everyones)
    } else if (key === 'allow' || key === 'disallow') {
      isNaming = false
      const rule = value === '' ? undefined : ruleOf(key, value)
      if (!rule) continue
      for (const said of new Set(listening)) said.rules.push(rule)
    } else if (key === 'crawl-delay') {
      const seconds = Number(value.replace(',', '.'))
      if (value === '' || !Number.isFinite(seconds) || seconds < 0) continue
      for (const said of listening) said.crawlDelayMs = Math.max(said.crawlDelayMs ?? 0, seconds * 1_000)
    } else if (key === 'sitemap' && value !== '') sitemaps.push(value)
  }
  const { rules, crawlDelayMs } = own.isNamed ? own : everyones
  return { rules, sitemaps, ...(crawlDelayMs !== undefined && { crawlDelayMs }) }
}
