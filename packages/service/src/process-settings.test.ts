import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readProcessSettings, tlsOf } from './process-settings.ts'

const file = fileURLToPath(import.meta.url)

test('files for TLS that an address, or the lack of the other one, makes useless are faults', () => {
  const read = (env: Record<string, string>) => () => readProcessSettings(env)
  const plain = { ELASTICSEARCH_URL: 'HTTP://search:9200', ELASTICSEARCH_TLS_CA_FILE: file }
  expect(read(plain)).toThrow('ELASTICSEARCH_URL: begins with http:')
  expect(read({ NATS_URL: 'nats://bus:4222', NATS_TLS_KEY_FILE: file })).toThrow('needs NATS_TLS_KEY_FILE')
  expect(read({ MONGODB_TLS_CA_FILE: '/no/such/file' })).toThrow('MONGODB_TLS_CA_FILE: ENOENT')

  const chosen = read({ ...plain, ELASTICSEARCH_URL: 'https://search:9200' })()
  expect(tlsOf(chosen, 'ELASTICSEARCH_URL')).toMatchObject({ caFile: file })
  expect(tlsOf(chosen, 'NATS_URL')).toBeUndefined()
})
