import { sqliteDocuments } from '@frontdesk/documents'
import { mongoDocuments } from '@frontdesk/documents/mongo'
import { openForTest } from '@frontdesk/sqlite/open-for-test'
import { describe } from 'vitest'
import { jobsConformance } from './conformance.ts'

describe('jobs in sqlite', () => jobsConformance(openForTest(sqliteDocuments)))

const url = process.env.MONGODB_URL
describe.skipIf(!url)('jobs in mongodb (needs MONGODB_URL)', () =>
  jobsConformance(() => mongoDocuments({ url: url!, database: `jobs-test-${Date.now()}` })),
)
