import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ManifestFault, type ManifestPart, readManifest } from './read-manifest.ts'

async function* cut(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
/** Parts as they were when they were told. */
async function partsOf(text: string, size = 7): Promise<ManifestPart[]> {
  const parts: ManifestPart[] = []
  for await (const part of readManifest(cut(Buffer.from(text), size))) parts.push(structuredClone(part))
  return parts
}
const chunk = (index: number) => ({ index, text: `Stycke ${index} åäö 🎻 "citat"`, start: 0, end: 9 })
const manifest = {
  format: 'frontdesk.knowledge',
  formatVersion: 1,
  sources: [
    { id: 'a', versions: [{ version: 1, text: 'Ett', chunks: [chunk(0), chunk(1)] }], liveVersion: 1 },
    {
      id: 'b',
      versions: [
        { version: 1, text: 'Två', chunks: [] },
        { version: 2, text: 'Tre', chunks: [chunk(0)] },
      ],
    },
    'no source',
  ],
  more: true,
}

it('reads header, chunks, versions and sources in order, wherever the bytes are cut', async () => {
  const whole = await partsOf(JSON.stringify(manifest), 1_000_000)
  expect(whole.map(({ kind }) => kind)).toEqual([
    'header',
    ...['chunk', 'chunk', 'version', 'source'],
    ...['version', 'chunk', 'version', 'source'],
    'source',
  ])
  expect(whole[0]).toEqual({ kind: 'header', header: { format: 'frontdesk.knowledge', formatVersion: 1 } })
  expect(whole[1]).toMatchObject({ chunk: chunk(0), source: { id: 'a' }, version: { version: 1, text: 'Ett' } })
  expect(whole[8]).toMatchObject({ source: { id: 'b' } })
  const told = (parts: ManifestPart[]) =>
    JSON.stringify(parts.map(({ kind, ...part }) => [kind, part]).map(([kind]) => kind))
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (size) => {
      const parts = await partsOf(JSON.stringify(manifest, null, 1), size)
      expect(told(parts)).toBe(told(whole))
      expect(parts.filter(({ kind }) => kind === 'chunk').map((part) => (part as { chunk: unknown }).chunk)).toEqual([
        chunk(0),
        chunk(1),
        chunk(0),
      ])
    }),
    { numRuns: runs(40) },
  )
})

it('a manifest without sources is read as its header', async () => {
  expect(await partsOf('{"format":"x","sources":[]}')).toEqual([{ kind: 'header', header: { format: 'x' } }])
})

it.each(['', '{"sources":[{"id":"a"}', '{"sources":[{]}', '{"sources":[]} and more', '{"sources":[{"id":"\\ud8'])(
  'what is cut off or no JSON is a fault: %s',
  async (text) => {
    await expect(partsOf(text)).rejects.toThrow(ManifestFault)
  },
)

it.each([
  '{"sources":[{"metadata":{"__proto__":"x"}}]}',
  '{"__proto__":{"a":1},"sources":[]}',
  '{"sources":[{"\\u005f_proto__":{"id":"a"}}]}',
])('a field that would be lost is a fault: %s', async (text) => {
  await expect(partsOf(text)).rejects.toThrow(new ManifestFault('No field can be named __proto__.'))
})

it('a text may be the name of what no field can be named', async () => {
  const source = { title: '__proto__', tags: ['__proto__'] }
  expect(await partsOf(JSON.stringify({ sources: [source] }))).toContainEqual({ kind: 'source', source })
})

it('a string is read as it is, invisible characters, marks and half surrogates included, written out or escaped', async () => {
  const invisible = fc.constantFrom(
    '\ufeff',
    '\ufffe',
    '\u200b',
    '\u2060',
    '\u00ad',
    '\u202e',
    '\0',
    '\ud83c',
    '\u00e5',
    'a',
  )
  const text = fc.oneof(fc.string({ unit: invisible, maxLength: 12 }), fc.string({ unit: 'binary' }))
  const escaped = (json: string) =>
    json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  await fc.assert(
    fc.asyncProperty(text, text, fc.integer({ min: 1, max: 40 }), fc.boolean(), async (title, key, size, isEscaped) => {
      fc.pre(key !== '__proto__')
      const source = { title, tags: [title], metadata: { [key]: title } }
      const json = JSON.stringify({ sources: [source] })
      expect(await partsOf(isEscaped ? escaped(json) : json, size)).toContainEqual({ kind: 'source', source })
    }),
    {
      numRuns: runs(200),
      examples: [
        ['\ufeff', '\ufeff', 7, false],
        ['\ufeff', 'a\ufeff', 7, true],
      ],
    },
  )
})

it('the mark at the beginning of a file is no part of it', async () => {
  expect(await partsOf('\ufeff{"format":"\ufeffx","sources":[]}')).toEqual([
    { kind: 'header', header: { format: '\ufeffx' } },
  ])
})
