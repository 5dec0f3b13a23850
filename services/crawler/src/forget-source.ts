import type { CrawlerContext } from './context.ts'
import { blobIdOf } from './fetch-page.ts'

/** Removes every crawl of a source and the blobs of its pages. A page on the way removes its own blob when it comes. */
export async function forgetSource(sourceId: string, { tenant, collections, blobs }: CrawlerContext): Promise<void> {
  for (let cursor: string | null = null; ; ) {
    const page = await collections.crawls.find(tenant, { where: { sourceId }, ...(cursor !== null && { cursor }) })
    for (const { id, body } of page.items) {
      await collections.crawls.remove(tenant, id)
      for (const { url } of body.pages) await blobs.remove(tenant, blobIdOf(id, url))
    }
    cursor = page.nextCursor
    if (cursor === null) return
  }
}
