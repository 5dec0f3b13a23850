import { noServerReason, serverForTest } from '@frontdesk/nats/server-for-test'
import { afterAll, beforeAll, describe } from 'vitest'
import { networkConformance } from './conformance/network.ts'
import { busConformance } from './conformance.ts'
import { emptyForTest } from './nats/empty-for-test.ts'
import { natsBus } from './nats.ts'

const url = process.env.NATS_URL

describe.skipIf(!url)(`nats bus${url ? '' : ' (not run: NATS_URL is not set)'}`, () => {
  beforeAll(() => emptyForTest(url!, 'conformance'))
  busConformance(() => natsBus({ url: url! }))
})

describe.skipIf(noServerReason)(`nats bus${noServerReason ? ` (not run: ${noServerReason})` : ''}`, async () => {
  const server = noServerReason ? undefined! : await serverForTest()
  beforeAll(() => server.start())
  afterAll(() => server.remove())
  networkConformance({ ...server, open: () => natsBus({ url: server.url }) })
})
