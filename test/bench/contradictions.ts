import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Chunk } from '@frontdesk/contracts'
import { chunkCutter } from '../../services/ingest/src/chunks/split-into-chunks.ts'
import { countNames } from '../../services/ingest/src/contradictions/compare-statements.ts'
import {
  areParallel,
  type Contradicting,
  judgeCandidates,
} from '../../services/ingest/src/contradictions/judge-candidates.ts'
import {
  likelyLanguage,
  readStatements,
  type Statement,
  withoutAmbiguous,
} from '../../services/ingest/src/contradictions/read-statements.ts'
import { keysOf } from '../../services/ingest/src/contradictions/statement-keys.ts'
import { documents, extract, hasDocuments } from '../../services/ingest/testing/extract.ts'
import { isQuick, leaveOut, report } from './figures/report.ts'
import { readCorpora } from './retrieval/data.ts'

type Text = { title: string; text: string }
type Pair = { contradicts: boolean; a: Text; b: Text }
/** A pair of the planted ones: half of them are for making rules with, the others are not to be looked at for that. */
type Planted = Pair & { set: 'develop' | 'held-out' }
type Read = { title: string; language: string | null; chunks: Chunk[]; names: Map<string, number> }
type Finding = { said: Statement; title: string } & Contradicting<string>

const readLines = <T>(file: string): T[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)

/** A text as ingest reads it and cuts it, titled as an upload is if no title is given. */
async function read(title: string | undefined, filename: string, content: string | Uint8Array): Promise<Read> {
  const { text, blocks, ...extracted } = await extract(filename, content)
  const language = likelyLanguage(text, extracted.language)
  const cutter = chunkCutter()
  const chunks = [...cutter.add(text, blocks), ...cutter.end()] as Chunk[]
  return {
    title: title ?? extracted.title ?? filename.replace(/\.\w+$/, ''),
    language,
    chunks,
    names: countNames(chunks, language),
  }
}

const contextOf = ({ title, language, names }: Read, { heading }: Chunk) => ({ title, language, names, heading })

/** Whether a text states something under a key of the statement: what is read of another source. */
const sharesKey = (said: Statement, others: Statement[]): boolean => {
  const keys = new Set(keysOf(said))
  return others.some((other) => keysOf(other).some((key) => keys.has(key)))
}

async function findInPair({ a, b }: Pair): Promise<boolean> {
  const [one, two] = [await read(a.title, 'text.md', a.text), await read(b.title, 'text.md', b.text)]
  const candidates = two.chunks.map((chunk) => ({
    place: two.title,
    statements: readStatements(chunk, two.language),
    context: contextOf(two, chunk),
  }))
  return one.chunks.some((chunk) =>
    readStatements(chunk, one.language).some(
      (said) =>
        typeof judgeCandidates(
          said,
          contextOf(one, chunk),
          candidates.filter(({ statements }) => sharesKey(said, statements)),
        ) === 'object',
    ),
  )
}

async function measurePairs(name: string, pairs: Pair[]) {
  let [right, wrong, missed] = [0, 0, 0]
  for (const pair of pairs) {
    const isFound = await findInPair(pair)
    if (isFound && pair.contradicts) right++
    else if (isFound) wrong++
    else if (pair.contradicts) missed++
  }
  return {
    set: name,
    pairs: pairs.length,
    'that contradict': right + missed,
    found: right,
    'wrongly found': wrong,
    precision: right + wrong === 0 ? '' : (right / (right + wrong)).toFixed(2),
    recall: (right / (right + missed)).toFixed(2),
  }
}

/** Every statement of a base held against the chunks of its other documents that state something of its subject. */
function measureBase(name: string, base: Read[]): { row: object; findings: Finding[] } {
  const findings: Finding[] = []
  const listed = new Set<string>()
  let statements = 0
  const candidates = base.map((own) =>
    own.chunks.map((chunk) => ({
      place: '',
      statements: readStatements(chunk, own.language),
      context: contextOf(own, chunk),
    })),
  )
  /** By key: the chunks that state something of the subject, by document. */
  const places = new Map<string, Map<number, Set<number>>>()
  for (const [document, chunks] of candidates.entries())
    for (const [line, { statements: own }] of chunks.entries())
      for (const key of own.flatMap(keysOf)) {
        const ofKey = places.get(key) ?? new Map<number, Set<number>>()
        places.set(key, ofKey.set(document, (ofKey.get(document) ?? new Set()).add(line)))
      }
  for (const [at, own] of base.entries()) {
    const counts = new Map<number, { same: number; different: number }>()
    const ofDocument = new Map<string, Finding>()
    const texts = new Set<string>()
    const all = candidates[at]!.flatMap((chunk, line) =>
      chunk.statements.map((statement) => ({ statement, chunk: own.chunks[line]! })),
    )
    for (const { statement: said, chunk } of withoutAmbiguous(all)) {
      if (texts.has(said.text)) continue
      texts.add(said.text)
      statements++
      const lines = new Map<number, Set<number>>()
      for (const key of keysOf(said))
        for (const [document, some] of places.get(key)!)
          lines.set(document, some.union(lines.get(document) ?? new Set()))
      for (const [document, some] of lines) {
        if (document === at) continue
        const theirs = [...some].sort((a, b) => a - b).map((line) => candidates[document]![line]!)
        const judged = judgeCandidates(said, contextOf(own, chunk), theirs)
        if (!judged) continue
        const count = counts.get(document) ?? { same: 0, different: 0 }
        counts.set(document, count)
        if (judged === 'same') count.same++
        else {
          count.different++
          ofDocument.set(`${said.text}/${document}`, { said, title: own.title, ...judged, place: String(document) })
        }
      }
    }
    for (const finding of ofDocument.values()) {
      const document = Number(finding.place)
      const other = base[document]!
      const [a, b] = [contextOf(own, own.chunks[0]!), contextOf(other, other.chunks[0]!)]
      if (areParallel(counts.get(document)!, a, b)) continue
      // Each of two sources finds the other: it is one contradiction.
      const key = [`${at} ${finding.said.text}`, `${document} ${finding.statement.text}`].sort().join(' ')
      if (listed.has(key)) continue
      listed.add(key)
      findings.push({ ...finding, place: other.title })
    }
  }
  const chunks = base.reduce((sum, { chunks: own }) => sum + own.length, 0)
  return { row: { base: name, documents: base.length, chunks, statements, listed: findings.length }, findings }
}

async function readFolder(folder: string): Promise<Read[]> {
  const base: Read[] = []
  for (const name of readdirSync(folder).sort()) {
    try {
      base.push(await read(undefined, name, new Uint8Array(readFileSync(join(folder, name)))))
    } catch {
      // One is locked, one is a picture: they hold no text to contradict.
    }
  }
  return base
}

/**
 * How many contradictions of two texts are found, and how much is listed that is none: on pairs of our own (`develop` is what
 * the rules were made with, `held-out` was written before they first ran and never looked at), on pairs of somebody else, and
 * on bases in which hardly anything contradicts: articles, and documents of several companies made by one form, which were in
 * view when parallel documents were told apart.
 */
export async function bench(): Promise<void> {
  const planted = readLines<Planted>('./contradictions/planted.jsonl')
  const plantedOf = (wanted: Planted['set']) => planted.filter(({ set }) => set === wanted)
  const pairs = [
    await measurePairs('planted, develop', plantedOf('develop')),
    await measurePairs('planted, held-out', plantedOf('held-out')),
    await measurePairs('develop', readLines<Pair>('./contradictions/develop.jsonl')),
    await measurePairs('held-out', readLines<Pair>('./contradictions/held-out.jsonl')),
    await measurePairs(
      'collections',
      readLines<{ a: string; b: string; contradicts: boolean }>('./collections/contradictions.jsonl').map(
        ({ a, b, contradicts }) => ({ contradicts, a: { title: 'A', text: a }, b: { title: 'B', text: b } }),
      ),
    ),
  ]
  console.table(pairs)
  for (const { set, precision, recall } of pairs) {
    if (precision !== '') report(`contradictions, pairs ${set}: precision`, Number(precision), '')
    report(`contradictions, pairs ${set}: recall`, Number(recall), '')
  }
  if (isQuick) return
  const bases: [string, Read[]][] = []
  for (const { language, chunks } of (await readCorpora()) ?? []) {
    const contents = Map.groupBy(chunks, ({ contentId }) => contentId)
    const texts = [...contents.values()].map((own): Read => {
      const parts = own as unknown as Chunk[]
      return {
        title: own[0]!.title,
        language: own[0]!.language,
        chunks: parts,
        names: countNames(parts, own[0]!.language),
      }
    })
    bases.push([`articles, ${language}`, texts])
  }
  if (hasDocuments) bases.push(['documents of other people', await readFolder(documents)])
  else leaveOut('documents of other people', `there is no ${documents}`)
  for (const kind of ['reports', 'manuals', 'tariffs'])
    bases.push([
      `collections: ${kind}`,
      await readFolder(fileURLToPath(new URL(`./collections/documents/${kind}`, import.meta.url))),
    ])
  const measured = []
  for (const [name, base] of bases) measured.push(measureBase(name, base))
  console.table(measured.map(({ row }) => row))
  for (const { findings } of measured)
    for (const { said, title, place, statement } of findings.slice(0, 40))
      console.log(`  ${title}: ${said.text.slice(0, 120)}\n    ${place}: ${statement.text.slice(0, 120)}`)
}

/** Prints every finding in folders of somebody's help centre, to be judged by reading: `node test/bench/contradictions.ts FOLDER…`. */
async function listFindings(folders: string[]): Promise<void> {
  for (const folder of folders) {
    const { row, findings } = measureBase(folder, await readFolder(folder))
    console.log(row)
    for (const { kind, said, title, place, statement } of findings)
      console.log(`  ${kind}\n    ${title}: ${said.text}\n    ${place}: ${statement.text}`)
  }
}

if (import.meta.main) await (process.argv.length > 2 ? listFindings(process.argv.slice(2)) : bench())
