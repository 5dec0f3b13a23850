import { crawler } from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { asks, collections, config } from './context.ts'
import { noteUnreadPages } from './crawl/note-unread-pages.ts'
import { readCrawl } from './crawl/read-crawl.ts'
import { removeCrawlsOfSource } from './crawl/remove-crawls.ts'
import { crawlJob } from './crawl/run-crawls.ts'
import { cancelCrawl, rerunCrawl, startCrawl } from './crawl/start-crawl.ts'
import { purgeSites } from './site/wait-for-turn.ts'
import { openState } from './state.ts'

/** What a reply to a change of a crawl shows of its pages. */
const first = { limit: 100 }

/** Owns crawls: fetches the pages of URL sources into blobs and says what became of each. */
export const crawlerService = defineService({
  contracts: crawler,
  config,
  uses: ['blobs', 'outboundHttp'],
  collections,
  state: openState,
  asks,
  handlers: {
    crawlRead: ({ crawlId, ...page }, context) => readCrawl(crawlId, page, context),
    crawlRerun: async ({ operationId, crawlId }, context) =>
      readCrawl(await rerunCrawl(operationId, crawlId, context), first, context),
    async crawlCancel({ crawlId }, context) {
      await cancelCrawl(crawlId, context)
      return readCrawl(crawlId, first, context)
    },
  },
  subscriptions: {
    ingest: {
      crawlRequested: startCrawl,
      pagesUnread: noteUnreadPages,
      sourceDeleted: ({ sourceId }, context) => removeCrawlsOfSource(sourceId, context),
    },
  },
  jobs: { crawls: crawlJob },
  background: {
    purgeSites: { everyMs: 60 * 60 * 1_000, run: purgeSites },
  },
})
