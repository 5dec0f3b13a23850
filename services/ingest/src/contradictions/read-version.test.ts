import { expect, it } from 'vitest'
import type { VersionRecord } from '../sources/source-document.ts'
import { partOf, sinceOf } from './read-version.ts'

const versionOf = (version: number, contentIds: string[], more: Partial<VersionRecord> = {}): VersionRecord => ({
  version,
  createdAt: `2026-01-0${version}T00:00:00.000Z`,
  status: 'Ready',
  origin: { kind: 'file', blobId: 'op_1', filename: 'text.txt', bytes: 1, sha256: '' },
  round: 1,
  bytes: 1,
  sha256: '',
  chunks: 1,
  language: 'en',
  contents: contentIds.map((contentId) => ({
    contentId,
    chunksBlobId: `${contentId}_chunks`,
    title: 'Page',
    chunks: 1,
  })),
  ...more,
})

it('a page says what it says since the first of the versions in a row that hold it', () => {
  const versions = [
    versionOf(1, ['back', 'kept']),
    versionOf(2, ['kept']),
    versionOf(3, [], { status: 'Failed' }),
    versionOf(4, ['kept', 'back', 'changed']),
    versionOf(5, ['later', 'changed']),
  ]
  expect(Object.fromEntries(sinceOf({ versions }, versions[3]!))).toEqual({
    kept: versions[0]!.createdAt,
    back: versions[3]!.createdAt,
    changed: versions[3]!.createdAt,
  })
})

it('a version of more chunks than a check reads is checked in part', () => {
  expect(partOf([{ chunks: 1_500 }, { chunks: 500 }])).toEqual({})
  expect(partOf([{ chunks: 1_500 }, { chunks: 501 }])).toEqual({ partOf: 2_001 })
})
