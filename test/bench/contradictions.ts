import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sqliteChunkIndex } from '@frontdesk/chunk-index'
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
type Read = { title: string; language: string | null; chunks: Chunk[]; names: Map<string, number> }
type Finding = { said: Statement; title: string } & Contradicting<string>

const readLines = <T>(file: string): T[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)

/** A text as ingest reads it and cuts it. */
async function read(title: string, filename: string, content: string | Uint8Array): Promise<Read> {
  const { text, blocks, ...extracted } = await extract(filename, content)
  const language = likelyLanguage(text, extracted.language)
  const cutter = chunkCutter()
  const chunks = [...cutter.add(text, blocks), ...cutter.end()] as Chunk[]
  return { title, language, chunks, names: countNames(chunks, language) }
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

/** Every statement of a base held against the chunks of its other documents that the index finds for it. */
async function measureBase(name: string, base: Read[]): Promise<{ row: object; findings: Finding[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-contradictions-'))
  const index = sqliteChunkIndex(join(folder, 'chunks.db'))
  const space = { tenant: 'bench', generation: 'bench', dimensions: 0 }
  const findings: Finding[] = []
  const listed = new Set<string>()
  const searched = new Map<string, Awaited<ReturnType<typeof index.search>>['lexical']>()
  let statements = 0
  try {
    for (const [at, { title, language, chunks }] of base.entries()) {
      const id = String(at)
      await index.put(
        space,
        chunks.map((chunk) => ({ ...chunk, sourceId: id, contentId: id, title, language })),
      )
    }
    await index.refresh(
      space,
      base.map((_, at) => String(at)),
    )
    for (const [at, own] of base.entries()) {
      searched.clear()
      const counts = new Map<string, { same: number; different: number }>()
      const ofDocument = new Map<string, Finding>()
      const texts = new Set<string>()
      const all = own.chunks.flatMap((chunk) =>
        readStatements(chunk, own.language).map((statement) => ({ statement, chunk })),
      )
      for (const { statement: said, chunk } of withoutAmbiguous(all)) {
        if (texts.has(said.text)) continue
        texts.add(said.text)
        statements++
        const found =
          searched.get(said.search) ??
          (await index.search(space, { question: said.search.slice(0, 300), limit: 20 })).lexical
        searched.set(said.search, found)
        for (const [sourceId, list] of Map.groupBy(found, (each) => each.sourceId)) {
          if (sourceId === String(at)) continue
          const other = base[Number(sourceId)]!
          const candidates = list.map((each) => ({
            place: other.title,
            statements: readStatements(each, other.language),
            context: contextOf(other, each),
          }))
          const judged = judgeCandidates(said, contextOf(own, chunk), candidates)
          if (!judged) continue
          const count = counts.get(sourceId) ?? { same: 0, different: 0 }
          counts.set(sourceId, count)
          if (judged === 'same') count.same++
          else {
            count.different++
            ofDocument.set(`${said.text}/${sourceId}`, { said, title: own.title, ...judged, place: sourceId })
          }
        }
      }
      for (const finding of ofDocument.values()) {
        const other = base[Number(finding.place)]!
        const [a, b] = [contextOf(own, own.chunks[0]!), contextOf(other, other.chunks[0]!)]
        if (areParallel(counts.get(finding.place)!, a, b)) continue
        // Each of two sources finds the other: it is one contradiction.
        const key = [`${at} ${finding.said.text}`, `${finding.place} ${finding.statement.text}`].sort().join(' ')
        if (listed.has(key)) continue
        listed.add(key)
        findings.push({ ...finding, place: other.title })
      }
    }
  } finally {
    await index.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const chunks = base.reduce((sum, { chunks: own }) => sum + own.length, 0)
  return { row: { base: name, documents: base.length, chunks, statements, listed: findings.length }, findings }
}

async function readFolder(folder: string): Promise<Read[]> {
  const base: Read[] = []
  for (const name of readdirSync(folder).sort()) {
    try {
      base.push(await read(name.replace(/\.\w+$/, ''), name, new Uint8Array(readFileSync(join(folder, name)))))
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
  const pairs = [
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
  for (const [name, base] of bases) measured.push(await measureBase(name, base))
  console.table(measured.map(({ row }) => row))
  for (const { findings } of measured)
    for (const { said, title, place, statement } of findings.slice(0, 40))
      console.log(`  ${title}: ${said.text.slice(0, 120)}\n    ${place}: ${statement.text.slice(0, 120)}`)
}

/** Prints every finding in folders of somebody's help centre, to be judged by reading: `node test/bench/contradictions.ts FOLDER…`. */
async function listFindings(folders: string[]): Promise<void> {
  for (const folder of folders) {
    const { row, findings } = await measureBase(folder, await readFolder(folder))
    console.log(row)
    for (const { kind, said, title, place, statement } of findings)
      console.log(`  ${kind}\n    ${title}: ${said.text}\n    ${place}: ${statement.text}`)
  }
}

if (import.meta.main) await (process.argv.length > 2 ? listFindings(process.argv.slice(2)) : bench())
