import { openForTest } from '@frontdesk/sqlite/open-for-test'
import { describe } from 'vitest'
import { documentsConformance } from './conformance.ts'
import { mongoDocuments } from './mongo.ts'
import { sqliteDocuments } from './sqlite.ts'

describe('sqlite documents', () => documentsConformance(openForTest(sqliteDocuments)))

const url = process.env.MONGODB_URL
const database = `documents-test-${Date.now()}`
describe.skipIf(!url)('mongodb documents (needs MONGODB_URL)', () =>
  documentsConformance(() => mongoDocuments({ url: url!, database })),
)
