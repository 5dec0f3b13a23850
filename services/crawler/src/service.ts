import { crawlCancel, crawlRead, crawlRequested, crawlRerun, sourceDeleted } from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { collections, config, publishes } from './context.ts'
import { forgetSource } from './forget-source.ts'
import { readCrawl } from './read-crawl.ts'
import { resumeCrawls } from './run-crawls.ts'
import { forgetSites } from './site/take-turn.ts'
import { cancelCrawl, rerunCrawl, startCrawl } from './start-crawl.ts'

/** What a reply to a change of a crawl shows of its pages. */
const first = { limit: 100 }

/** Owns crawls: fetches the pages of URL sources into blobs and says what became of each. */
export const crawler = defineService({
  name: 'crawler',
  config,
  uses: ['blobs', 'outboundHttp'],
  collections,
  publishes,
  asks: {},
  handles: { crawlRequested, sourceDeleted, crawlRead, crawlRerun, crawlCancel },
  handlers: {
    crawlRequested: startCrawl,
    sourceDeleted: ({ sourceId }, context) => forgetSource(sourceId, context),
    crawlRead: ({ crawlId, ...page }, context) => readCrawl(crawlId, page, context),
    crawlRerun: async ({ operationId, crawlId }, context) =>
      readCrawl(await rerunCrawl(operationId, crawlId, context), first, context),
    async crawlCancel({ crawlId }, context) {
      await cancelCrawl(crawlId, context)
      return readCrawl(crawlId, first, context)
    },
  },
  background: {
    resumeCrawls: { everyMs: 500, run: resumeCrawls },
    forgetSites: { everyMs: 60 * 60 * 1_000, run: forgetSites },
  },
})
