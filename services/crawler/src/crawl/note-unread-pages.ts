import type { BodyOf, ingest } from '@frontdesk/contracts'
import { ascending } from '@frontdesk/documents'
import type { CrawlerContext } from '../context.ts'

const pagesAtOnce = 500

/** Notes which pages of a crawl nothing could be read from. The same event again changes nothing. */
export async function noteUnreadPages(
  { crawlId, pages }: BodyOf<typeof ingest.events.pagesUnread>,
  { tenant, collections }: CrawlerContext,
): Promise<void> {
  const unread = new Map(pages.map(({ url, code, message }) => [url, { code, message }]))
  let cursor: string | undefined
  do {
    const found = await collections.pages.find(tenant, {
      where: { crawlId },
      sort: ascending('order'),
      limit: pagesAtOnce,
      cursor,
    })
    for (const page of found.items) {
      const { content } = page.body
      const failure = content && unread.get(content.url)
      if (!failure || content.unread?.code === failure.code) continue
      const noted = { ...page.body, content: { ...content, unread: failure }, unreadCode: failure.code }
      await collections.pages.replace(page, noted)
    }
    cursor = found.nextCursor ?? undefined
  } while (cursor !== undefined)
}
