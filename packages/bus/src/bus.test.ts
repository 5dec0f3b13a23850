import { openForTest } from '@frontdesk/sqlite/open-for-test'
import { describe } from 'vitest'
import { busConformance } from './conformance.ts'
import { sqliteBus } from './sqlite.ts'

describe('sqlite bus', () => busConformance(openForTest(sqliteBus)))
