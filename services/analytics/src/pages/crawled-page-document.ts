import { collection } from '@frontdesk/documents'

/** The pages that a crawl fetched. Keyed by the crawl and its event. */
export const crawledPages = collection<{ at: string; pages: number }>('analytics-crawled-pages', [{ fields: ['at'] }])
