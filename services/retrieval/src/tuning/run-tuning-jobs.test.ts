import { retrieval } from '@frontdesk/contracts'
import { localModels, type Models } from '@frontdesk/models'
import { expect, test, vi } from 'vitest'
import { useRetrieval } from '../../testing/use-retrieval.ts'
import { tuningJobs } from './tuning-document.ts'

const startRetrieval = useRetrieval()

const subjects = Array.from({ length: 24 }, (_, i) => `subject${i}`)
const dimensions = 32
/** A model that knows what `asked7` means: the text on subject 7, which has none of its words. */
function modelOf(name = 'embed-1'): Models {
  const local = localModels()
  const embedOne = (text: string) => {
    const place = Number(/(?:asked|subject)(\d+)/.exec(text)?.[1] ?? 30)
    return Array.from({ length: dimensions }, (_, i) => (i === place ? 1 : 0))
  }
  return {
    ...local,
    embedding: { model: name, dimensions, isIndexed: true, weight: 0.05 },
    embed: async (texts) => texts.map(embedOne),
  }
}

async function start(models: Models) {
  const own = await startRetrieval({ models })
  for (const subject of subjects) {
    // Each text has the words of the next question, so words alone find the wrong one.
    const next = (Number(subject.slice(7)) + 1) % subjects.length
    await own.extract('acme', `src_${subject}`, 1, [
      { title: `Page ${subject}`, text: `${subject} wording${next} of it.` },
    ])
  }
  await vi.waitFor(() => expect(own.facts).toHaveLength(subjects.length), { timeout: 20_000 })
  const questions = subjects.map((subject, i) => ({ question: `asked${i} wording${i}`, source: `page ${subject}` }))
  const first = async () => (await own.find('acme', 'asked7 wording7'))[0]?.sourceId
  const tune = async (operationId: string, apply = true, chosen = questions) => {
    const { jobId } = await own.as('acme').ask(retrieval.queries.weightTune, { operationId, questions: chosen, apply })
    return vi.waitFor(
      async () => {
        const job = await own.as('acme').ask(retrieval.queries.tuningRead, { jobId })
        expect(job.state).toBe('finished')
        return job
      },
      { timeout: 20_000 },
    )
  }
  const read = () => own.as('acme').ask(retrieval.queries.weightRead, {})
  return { questions, first, tune, read, own }
}

test('a weight that ranks the questions of a tenant better is used, for that tenant and model alone, and its questions go', async () => {
  const { first, tune, read, own } = await start(modelOf())
  expect(await first()).toBe('src_subject6')

  expect(await tune('op_dry', false)).toMatchObject({ kind: 'tuning', done: 1, failed: 0 })
  const measured = await read()
  expect(measured).toMatchObject({ model: 'embed-1', weight: 0.05, fitted: { questions: 24, isApplied: false } })
  expect(measured.fitted!.crossValidated).toBeGreaterThan(measured.fitted!.before)
  expect(await first()).toBe('src_subject6')

  await tune('op_1')
  const { weight, fitted } = await read()
  expect(fitted).toMatchObject({ isApplied: true, weight, crossValidated: 1 })
  expect(weight).toBeGreaterThan(0.5)
  expect(await first()).toBe('src_subject7')
  expect(await own.as('other').ask(retrieval.queries.weightRead, {})).toMatchObject({ weight: 0.05, fitted: null })

  // Few questions, or none that are ranked better, change nothing of what is in use.
  await tune('op_2', true, [{ question: 'asked1 wording1', source: 'src_subject0' }])
  expect(await read()).toMatchObject({ weight, fitted: { questions: 1, isApplied: false } })
  const stored = JSON.stringify(await Array.fromAsync((await own.documents.collection(tuningJobs)).all()))
  expect(stored).not.toContain('wording')
})

test('a job that broke off after its weight was stored ends with that weight, and compares it with nothing', async () => {
  const { tune, read, own } = await start(modelOf())
  await tune('op_1')
  const before = await read()
  expect(before.fitted).toMatchObject({ isApplied: true })
  const jobs = await own.documents.collection(tuningJobs)
  const [job] = await Array.fromAsync(await jobs.all())
  // As it stood when the process died between the two writes.
  const ranks = subjects.map(() => ({ atWeights: Array.from({ length: 21 }, () => 1) }))
  await jobs.put(job!.tenant, job!.id, { ...job!.body, state: 'running', questions: [], ranks, dueAt: 0 })
  await vi.waitFor(async () => expect((await jobs.get(job!.tenant, job!.id))?.body.state).toBe('finished'))
  expect(await read()).toEqual(before)
})

test('a name that too many sources have is refused with what to give in its place', async () => {
  const own = await startRetrieval({ models: modelOf() })
  for (let i = 0; i < 51; i++) await own.extract('acme', `src_${i}`, 1, [{ title: 'Same', text: `Text ${i} of it.` }])
  await vi.waitFor(() => expect(own.facts).toHaveLength(51), { timeout: 20_000 })
  const asked = { operationId: 'op_5', apply: true, questions: [{ question: 'a', source: 'same' }] }
  await expect(own.as('acme').ask(retrieval.queries.weightTune, asked)).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ path: 'questions.0.source', message: '51 sources have this name: give the id of one' }],
  })
})

test('without an embedding model there is nothing to fit, and an unknown source is named', async () => {
  const { tune } = await start(modelOf())
  await expect(tune('op_3', true, [{ question: 'a', source: 'nowhere.pdf' }])).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ path: 'questions.0.source' }],
  })
  const own = (await startRetrieval()).as('acme')
  const asked = { operationId: 'op_4', questions: [{ question: 'a', source: 'b' }] }
  await expect(own.ask(retrieval.queries.weightTune, asked)).rejects.toMatchObject({ code: 'model_required' })
  expect(await own.ask(retrieval.queries.weightRead, {})).toEqual({ model: null, weight: 0, fitted: null })
})
