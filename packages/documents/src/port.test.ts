import { expect, test } from 'vitest'
import { collection } from './port.ts'

type Page = { address: string; content?: { blobId: string } }
type Parts = { parts: { textBlobId: string }[] }

test('a collection whose documents name blobs does not compile unless it tells which of them they need', () => {
  // @ts-expect-error
  collection<Page>('pages')
  // @ts-expect-error
  collection<Parts>('parts', [{ fields: ['createdAt'] }])
  collection<{ address: string; lines: string[] }>('lines')
  const pages = collection<Page>('pages', [], {
    refersTo: ({ body: { content } }) => (content ? { blobs: [content.blobId] } : {}),
  })
  const body: Page = { address: '/', content: { blobId: 'blob_1' } }
  expect(pages.refersTo?.({ tenant: 'acme', id: '1', body })).toEqual({ blobs: ['blob_1'] })
})
