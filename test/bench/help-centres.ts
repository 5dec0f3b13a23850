import { type ConfidenceModel, confidenceModel, defaultThreshold } from '@frontdesk/answers'
import type { Candidate } from '@frontdesk/chunk-index'
import { openModels } from '@frontdesk/models'
import { rankCandidates } from '@frontdesk/retrieval'
import { answerTo } from './answers/judged.ts'
import { auroc, calibrationError } from './answers/logistic.ts'
import { leaveOut, report, sized } from './figures/report.ts'
import { type HelpCentre, type HelpQuestion, helpCentres, says } from './help-centres/examples.ts'
import { modelEnv } from './meaning/model-env.ts'
import { count, memoryIndex } from './retrieval/memory-index.ts'

const space = { tenant: 'bench', generation: 'bench', dimensions: 0 }
const candidates = 50
const chosen = 5
/** Above it a wrong answer does harm: people don't look. */
const sureFrom = 0.8

type Asked = { how: HelpQuestion['how']; isFound: boolean; isRight: boolean; confidence: number }
type Row = Record<string, string | number>

/**
 * How questions of customers are answered from real help centres and manuals without a language model: by words alone, and
 * with the built-in embedding model where its weights are. The questions were written for this by readers of the pages, most
 * of them in other words; no constant is fitted on the half that is called `report`.
 */
export async function bench(model: ConfidenceModel = confidenceModel): Promise<void> {
  const embedding = await embeddingOrUndefined()
  const rows: Row[] = []
  const all: Record<string, Asked[]> = {}
  try {
    for await (const centre of helpCentres()) {
      for (const way of embedding ? (['words', 'words and meaning'] as const) : (['words'] as const)) {
        const asked = await askAll(centre, model, way === 'words' ? undefined : embedding)
        rows.push(rowOf(`${centre.name} (${centre.half})`, way, asked))
        const key = `${centre.half}, ${way}`
        all[key] = [...(all[key] ?? []), ...asked]
      }
    }
  } catch (error) {
    return leaveOut('questions on help centres', `their pages could not be fetched: ${(error as Error).message}`)
  } finally {
    await embedding?.close?.()
  }
  for (const [key, asked] of Object.entries(all)) rows.push(rowOf(`all of ${key}`, '', asked))
  console.table(rows)
  for (const [key, asked] of Object.entries(all)) {
    if (!key.startsWith('report') || asked.length === 0) continue
    const figures = figuresOf(asked)
    const name = key.replace('report', 'help centres, held out')
    report(`${name}: the passage is among five`, figures.found, '', undefined)
    report(`${name}: said right`, figures.right, '')
    report(`${name}: said wrong`, figures.wrong, '', { most: 0.05 })
    report(`${name}: answered without an answer there`, figures.absent, '', { most: 0.1 })
    report(`${name}: wrong of what is said at ${sureFrom} or more`, figures.wrongAndSure, '', { most: 0.03 })
    report(`${name}: AUROC of right`, figures.auroc, '', { least: 0.8 })
    report(`${name}: calibration error`, figures.error, '', { most: 0.05 })
  }
}

type Embedding = Awaited<ReturnType<typeof openModels>>

async function embeddingOrUndefined(): Promise<Embedding | undefined> {
  let reason: string | undefined
  const models = await openModels(modelEnv, {
    absent: (why) => {
      reason = why
    },
  })
  if (!reason) return models
  leaveOut('answers by meaning', reason)
  return undefined
}

async function askAll(
  { chunks, questions }: HelpCentre,
  model: ConfidenceModel,
  embedding: Embedding | undefined,
): Promise<Asked[]> {
  const index = memoryIndex(chunks.map(count))
  const texts = chunks.map(({ title, heading, text }) => [title, heading, text].filter(Boolean).join('\n'))
  const vectors = await embedding?.embed(texts, { kind: 'passage' })
  const asked: Asked[] = []
  for (const { question, must, how } of questions.slice(0, sized(Number.POSITIVE_INFINITY, 3))) {
    const { asked: counts, lexical } = await index.search(space, { question, limit: candidates })
    let vector: Candidate[] = []
    if (embedding && vectors) {
      const [own] = await embedding.embed([question], { kind: 'query' })
      vector = chunks
        .map((chunk, i) => ({ ...chunk, document: 0, score: dot(vectors[i]!, own!) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, candidates)
    }
    const { weight = 0, cosines } = embedding?.embedding ?? {}
    const found = rankCandidates({ lexical, vector }, weight, cosines)
      .slice(0, chosen)
      .map(({ candidate, ...scores }) => ({ ...candidate, ...scores, version: 1 }))
    const answer = found.length > 0 ? answerTo(question, { chunks: found, counts }, model) : undefined
    asked.push({
      how,
      isFound: how !== 'none' && says(found.map(({ text }) => text).join('\n'), must),
      isRight: how !== 'none' && says(answer?.text ?? '', must),
      confidence: answer?.confidence ?? 0,
    })
  }
  return asked
}

const dot = (a: number[], b: number[]): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0)
const shareOf = <T>(some: T[], holds: (each: T) => boolean): number =>
  some.length === 0 ? 0 : some.filter(holds).length / some.length

function figuresOf(asked: Asked[]) {
  const isSaid = ({ confidence }: Asked) => confidence >= defaultThreshold
  const there = asked.filter(({ how }) => how !== 'none')
  const sure = asked.filter(({ confidence }) => confidence >= sureFrom)
  const confidences = (isRight: boolean) =>
    asked.filter((each) => each.isRight === isRight).map(({ confidence }) => confidence)
  return {
    found: shareOf(there, ({ isFound }) => isFound),
    composed: shareOf(there, ({ isRight }) => isRight),
    right: shareOf(there, (each) => each.isRight && isSaid(each)),
    rightInOtherWords: shareOf(
      there.filter(({ how }) => how === 'other words'),
      (each) => each.isRight && isSaid(each),
    ),
    wrong: shareOf(there, (each) => !each.isRight && isSaid(each)),
    absent: shareOf(
      asked.filter(({ how }) => how === 'none'),
      isSaid,
    ),
    wrongAndSure: shareOf(sure, ({ isRight }) => !isRight),
    auroc: auroc(confidences(true), confidences(false)),
    error: calibrationError(asked.map(({ confidence, isRight }) => ({ confidence, holds: isRight, weight: 1 }))),
  }
}

function rowOf(name: string, way: string, asked: Asked[]): Row {
  const figures = Object.entries(figuresOf(asked)).map(([key, value]) => [key, value.toFixed(3)])
  return { base: name, way, questions: asked.length, ...Object.fromEntries(figures) }
}
