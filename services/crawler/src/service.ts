import { crawlRead, crawlRequested, ServiceError, sourceDeleted } from '@frontdesk/contracts'
import { defineService } from '@frontdesk/service'
import { collections, config, publishes } from './context.ts'
import { toCrawl } from './crawl-document.ts'
import { forgetSource } from './forget-source.ts'
import { resumeCrawls } from './run-crawls.ts'
import { startCrawl } from './start-crawl.ts'

/** Owns crawls: fetches the pages of URL sources into blobs and says what became of each. */
export const crawler = defineService({
  name: 'crawler',
  config,
  uses: ['blobs', 'outboundHttp'],
  collections,
  publishes,
  asks: {},
  handles: { crawlRequested, sourceDeleted, crawlRead },
  handlers: {
    crawlRequested: (request, context) => startCrawl(request, context),
    sourceDeleted: ({ sourceId }, context) => forgetSource(sourceId, context),
    async crawlRead({ crawlId }, { tenant, collections }) {
      const stored = await collections.crawls.get(tenant, crawlId)
      if (!stored) throw new ServiceError('not_found', { detail: 'There is no such crawl.' })
      return toCrawl(crawlId, stored.body)
    },
  },
  background: { resumeCrawls: { everyMs: 500, run: resumeCrawls } },
})
