import { test } from 'vitest'
import { shareNothing } from '../testing/share-nothing.ts'

const { NATS_URL, MONGODB_URL, ELASTICSEARCH_URL } = process.env
const servers =
  NATS_URL && MONGODB_URL && ELASTICSEARCH_URL
    ? { natsUrl: NATS_URL, mongodbUrl: MONGODB_URL, elasticsearchUrl: ELASTICSEARCH_URL }
    : undefined

test.skipIf(!servers)(
  `two Frontdesks on the same servers share nothing${servers ? '' : ' (not run: no servers)'}`,
  () => shareNothing({ servers: servers! }),
)
