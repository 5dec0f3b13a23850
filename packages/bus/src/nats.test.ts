import { beforeAll, describe } from 'vitest'
import { busConformance } from './conformance.ts'
import { emptyForTest } from './nats/empty-for-test.ts'
import { natsBus } from './nats.ts'

const url = process.env.NATS_URL

describe.skipIf(!url)(`nats bus${url ? '' : ' (not run: NATS_URL is not set)'}`, () => {
  beforeAll(() => emptyForTest(url!, 'conformance'))
  busConformance(() => natsBus({ url: url! }))
})
