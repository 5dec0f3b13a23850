import { openForTest } from '@frontdesk/sqlite/open-for-test'
import { describe } from 'vitest'
import { documentsConformance } from './conformance.ts'
import { sqliteDocuments } from './sqlite.ts'

describe('sqlite documents', () => documentsConformance(openForTest(sqliteDocuments)))
