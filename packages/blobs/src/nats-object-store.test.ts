import { describe } from 'vitest'
import { blobsConformance } from './conformance.ts'
import { natsBlobs } from './nats-object-store.ts'

const url = process.env.NATS_URL
describe.skipIf(!url)(`nats blobs${url ? '' : ' (not run: NATS_URL is not set)'}`, () => {
  blobsConformance(() => natsBlobs({ url: url! }))
})
