import { describe, expect, test } from 'vitest'
import { makePicture, makeScan } from '../../services/ingest/testing/make-scan.ts'
import { hasDocuments, noDocuments, realDocument } from './api-client.ts'
import { usePlatform } from './platform.ts'

const platform = usePlatform()

/** Every document there is, and what it must come to: Ready with words of it, or Failed with a code. */
const expected: Record<string, { words: string[] } | { codes: string[] }> = {
  '20071229X02007.pdf': { words: ['National Transportation Safety Board'] },
  '20071231X02009.pdf': { words: ['National Transportation Safety Board'] },
  '20080102X00002.pdf': { words: ['Chevroux, France', 'Reims F172 M', 'impacted terrain under unknown circumstances'] },
  'GeoTopo-komprimiert.pdf': { words: ['Überdeckung', 'Homöomorphismus'] },
  'footnotes.docx': { words: ['Ouch'] },
  'google-doc-document.pdf': { words: ['Beautiful is better than ugly.', 'Readability counts.'] },
  'grayscale-image.pdf': { codes: ['no_text'] },
  'habibi.pdf': { words: ['habibi', 'حَبيبي'] },
  'libreoffice-writer-password.pdf': { codes: ['password_protected'] },
  'multicolumn.pdf': { words: ['Two-Column Document with Lorem Ipsum', 'Pellentesque tincidunt purus vel'] },
  'pdflatex-4-pages.pdf': { words: ['Hello, here is some text without a meaning.'] },
  'tables.docx': { words: ['Top left', 'Bottom right'] },
}

/** `REAL_DOCUMENTS=2` is a short form: the first ones. How others are read is the same in both modes. */
const tried = Number(process.env.REAL_DOCUMENTS ?? Number.POSITIVE_INFINITY)

describe.skipIf(!hasDocuments)(`real documents${hasDocuments ? '' : ` (${noDocuments})`}`, () => {
  test.each(Object.entries(expected).slice(0, tried))(
    '%s ends Ready with its words, or Failed with a code that fits',
    async (name, wanted) => {
      const { api } = platform
      const { bytes } = await realDocument(name)
      const added = await api.upload(name, bytes)
      expect(added).toMatchObject({ status: 202, body: { source: name, type: 'file' } })
      const source = await api.untilProcessed(added.body.id)
      if ('codes' in wanted) {
        expect(source).toMatchObject({ status: 'Failed', liveVersion: null })
        expect(wanted.codes).toContain(source.error.code)
        expect(source.error.message).toMatch(/\w+ \w+/)
        return
      }
      expect(source, JSON.stringify(source.error)).toMatchObject({ status: 'Ready', version: 1, liveVersion: 1 })
      const chunks = await api.chunks(source.id)
      expect(chunks).toHaveLength(source.chunks)
      const text = chunks.map((chunk) => chunk.text).join('\n')
      for (const words of wanted.words) expect(text.normalize('NFC')).toContain(words.normalize('NFC'))
    },
  )

  test('a question about a PDF is answered with a quote that stands in a chunk of it', async () => {
    const { api } = platform
    const { name, bytes } = await realDocument('20080102X00002.pdf')
    const { body: added } = await api.upload(name, bytes)
    const source = await api.untilReady(added.id)

    const answer = await api.ask('What was destroyed when it impacted terrain near Chevroux, France?')
    expect(answer).toMatchObject({ outcome: 'answered', confidence: expect.any(Number) })
    expect(answer.content).toMatch(/Reims F172 M|FBVIF|Chevroux/)
    expect(answer.confidence).toBeGreaterThan(0)
    expect(answer.confidence).toBeLessThanOrEqual(1)
    expect(answer.sources.length).toBeGreaterThan(0)

    // The same file stands there twice by now (the table above), so any of them may be the one that answers.
    const { body: list } = await api.get('/api/knowledge/sources?limit=100')
    expect(list.items.map((item: any) => item.id)).toContain(source.id)
    for (const cited of answer.sources) {
      const chunks = await api.chunks(cited.sourceId)
      expect(
        chunks.some((chunk) => chunk.text.includes(cited.quote)),
        cited.quote,
      ).toBe(true)
    }
  })
})

test('a scanned PDF and a picture end Ready, and are found by their words', async () => {
  const { api } = platform
  const parking = await makePicture(['Parking costs forty kronor an hour.'], { kind: 'jpeg' })
  const files = {
    'parking.pdf': await makeScan([parking]),
    'lost.png': await makePicture(['Lost umbrellas are kept for ninety days.']),
  }
  for (const [name, bytes] of Object.entries(files)) {
    const { status, body } = await api.upload(name, bytes)
    expect(status).toBe(202)
    await api.untilReady(body.id)
  }
  const parked = await api.get(`/api/search?q=${encodeURIComponent('what does parking cost an hour')}&limit=1`)
  expect(parked.body.items[0].text).toBe('Parking costs forty kronor an hour.')
  const lost = await api.get(`/api/search?q=${encodeURIComponent('how long are lost umbrellas kept')}&limit=1`)
  expect(lost.body.items[0].text).toBe('Lost umbrellas are kept for ninety days.')
})

test('what search finds are the chunks of the text, best first, with scores between 0 and 1', async () => {
  const { api } = platform
  const source = await api.teach('Bicycle repair', 'A flat tyre is mended in two hours. A new chain takes one day.')
  const { status, body } = await api.get(`/api/search?q=${encodeURIComponent('mend a flat tyre')}&limit=3`)
  expect(status).toBe(200)
  expect(body.items[0]).toMatchObject({ sourceId: source.id, title: 'Bicycle repair' })
  const scores = body.items.map((item: any) => item.score)
  expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a))
  for (const score of scores) expect(score).toSatisfy((value: number) => value >= 0 && value <= 1)
})

test('a replaced text answers when it is ready, the old one until then, and never both', async () => {
  const { api } = platform
  const source = await api.teach('Parking', 'Parking at the harbour costs 20 kronor for an hour.')
  const question = 'What does parking at the harbour cost for an hour?'
  expect((await api.ask(question)).content).toContain('20 kronor')

  const replaced = await api.send('PUT', `/api/knowledge/sources/${source.id}`, {
    body: { text: 'Parking at the harbour costs 35 kronor for an hour.' },
  })
  expect(replaced).toMatchObject({ status: 202, body: { version: 2 } })
  const during = (await api.ask(question)).content
  expect(during).toMatch(/20 kronor|35 kronor/)
  const ready = await api.untilReady(source.id)
  expect(ready).toMatchObject({ version: 2, liveVersion: 2 })
  const after = (await api.ask(question)).content
  expect(after).toContain('35 kronor')
  expect(after).not.toContain('20 kronor')
})

test('a deleted source answers nothing any more', async () => {
  const { api } = platform
  const source = await api.teach('Canary', 'The zebrafinch password of the aviary is quillwort.')
  const found = async () => (await api.get('/api/search?q=zebrafinch%20quillwort%20aviary')).body.items
  expect((await found()).map((item: any) => item.sourceId)).toContain(source.id)
  expect((await api.delete(`/api/knowledge/sources/${source.id}`)).status).toBe(204)
  expect((await found()).map((item: any) => item.sourceId)).not.toContain(source.id)
  expect((await api.get(`/api/knowledge/sources/${source.id}`)).status).toBe(404)
})
