import { expect, test } from 'vitest'
import { embedded } from '../testing/run-command.ts'
import { useDoctor } from '../testing/use-doctor.ts'

const { doctor, report } = useDoctor()

test('before the first start everything is pending and nothing is wrong, and nothing is made by looking', async () => {
  const [shown, { code, healthy, pending, parts }] = await Promise.all([doctor(embedded), report(embedded)])
  expect({ code, healthy }).toEqual({ code: 0, healthy: true })
  expect(pending).toBeGreaterThan(0)
  expect(parts.map(({ dependency }) => dependency)).toContain('models')
  expect(shown.output).toContain('healthy')
})

test('servers that are away are faults, each with what to do, and the end is 1', async () => {
  const away = {
    NATS_URL: 'nats://127.0.0.1:1',
    MONGODB_URL: 'mongodb://127.0.0.1:1',
    ELASTICSEARCH_URL: 'http://127.0.0.1:1',
  }
  const [{ code, output }, { parts, faults }] = await Promise.all([doctor(away), report(away)])
  expect(code).toBe(1)
  for (const name of ['NATS', 'MongoDB', 'Elasticsearch']) expect(output).toContain(`${name} does not answer`)
  expect(output.match(/→/g)!.length).toBeGreaterThanOrEqual(3)
  expect(faults).toBe(3)
  const found = parts.flatMap(({ findings }) => findings).filter(({ level }) => level === 'fault')
  expect(new Set(found.map(({ what }) => what)).size).toBe(3)
  expect(found.map(({ what }) => what.split(' ')[0]).sort()).toEqual(['Elasticsearch', 'MongoDB', 'NATS'])
  const names = parts.map(({ dependency }) => dependency)
  expect(names).toEqual([...new Set(names)])
})

test('a wrong setting is named instead of a report', async () => {
  const { code, output } = await doctor({ ...embedded, NATS_REPLICAS: 'many' })
  expect(code).toBe(1)
  expect(output).toContain('NATS_REPLICAS')
})
