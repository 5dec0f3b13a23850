import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SourceDocument } from '../sources/source-document.ts'
import { createImported, type ImportedSource, type ImportedVersion, mergeImported } from './merge-source.ts'

const at = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString()
const now = at(400)

const versionOf = ({ version, text, day }: { version: number; text: number; day: number }): ImportedVersion => ({
  version,
  createdAt: at(day),
  bytes: 10,
  sha256: 'a'.repeat(64),
  language: 'en',
  origin: { kind: 'manual', blobId: `b${text}`, bytes: 10, sha256: 'a'.repeat(64) },
  textHashes: [`text ${text}`],
  contents: [{ contentId: `cnt_${text}_${version}_${day}`, chunksBlobId: 'c', chunks: 1, title: 'T' }],
})
const manifests = fc
  .tuple(
    fc.uniqueArray(
      fc.record({ version: fc.integer({ min: 1, max: 6 }), text: fc.integer({ min: 1, max: 4 }), day: fc.nat(9) }),
      { selector: ({ version }) => version, minLength: 1, maxLength: 5 },
    ),
    fc.nat(),
    fc.constantFrom('One', 'Two'),
    fc.boolean(),
  )
  .map(([versions, pick, title, isLive]) => {
    const source: ImportedSource = {
      id: 'src_1',
      title,
      source: 'one.txt',
      type: 'file',
      tags: [title],
      metadata: { title },
      createdAt: at(1),
      updatedAt: at(2),
      liveVersion: isLive ? versions[pick % versions.length]!.version : null,
    }
    return { source, versions: versions.map(versionOf) }
  })

/** The document once retrieval has made its pending version live. */
function settled(document: SourceDocument): SourceDocument {
  const pending = document.versions.find(({ status }) => status === 'Processing')
  if (!pending) return document
  const versions = document.versions.map((each) => (each === pending ? { ...each, status: 'Ready' as const } : each))
  return { ...document, versions, status: 'Ready', liveVersion: pending.version }
}
const liveText = ({ versions, liveVersion }: SourceDocument) =>
  versions.find(({ version }) => version === liveVersion)?.textHashes

it('the same import twice changes nothing, also before the first is indexed', () => {
  fc.assert(
    fc.property(manifests, manifests, (first, second) => {
      const created = createImported(first.source, first.versions).body
      const same = mergeImported(created, first.source, first.versions, now)
      expect(same).toMatchObject({ verdict: 'skipped', body: created })
      const merged = mergeImported(settled(created), second.source, second.versions, now).body
      for (const body of [merged, settled(merged)]) {
        expect(mergeImported(body, second.source, second.versions, now)).toMatchObject({ verdict: 'skipped', body })
      }
    }),
  )
})

it('after an import the manifest’s version is live, the texts of both are there, and no version number is used twice', () => {
  fc.assert(
    fc.property(manifests, manifests, (first, second) => {
      const before = settled(createImported(first.source, first.versions).body)
      const merged = mergeImported(before, second.source, second.versions, now)
      const after = settled(merged.body)
      const numbers = after.versions.map(({ version }) => version)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      for (const record of before.versions) {
        expect(after.versions).toContainEqual(expect.objectContaining({ ...record, status: 'Ready' }))
      }
      const texts = new Set(after.versions.map(({ textHashes }) => textHashes![0]))
      for (const { textHashes } of second.versions) expect(texts).toContain(textHashes[0])
      const wanted = second.versions.find(({ version }) => version === second.source.liveVersion)
      if (wanted) expect(liveText(after)).toEqual(wanted.textHashes)
      if (merged.pending) expect(merged.pending.version).toBe(after.liveVersion)
      // What becomes live is newer than all that was: retrieval never goes back.
      if (merged.pending) expect(after.liveVersion).toBeGreaterThan(before.liveVersion ?? 0)
    }),
  )
})
