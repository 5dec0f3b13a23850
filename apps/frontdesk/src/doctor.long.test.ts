import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { embedded } from '../testing/run-command.ts'
import { useDoctor } from '../testing/use-doctor.ts'
import type { DoctorReport } from './doctor-verdict.ts'

const { doctor, report, start } = useDoctor()
const partOf = ({ parts }: DoctorReport, name: string) => parts.find(({ dependency }) => dependency === name)

test('a data folder is read beside the platform that has it, which goes on, and opened as it would be when nobody has', async () => {
  const platform = await start(embedded)
  const beside = await report(embedded)
  // The platform goes on, with its folder to itself.
  expect((await fetch(`http://127.0.0.1:${platform.port}/readyz`)).status).toBe(200)
  await expect(start(embedded)).rejects.toThrow('in use')
  await platform.stop()
  const alone = await report(embedded)
  for (const seen of [beside, alone]) {
    expect(seen).toMatchObject({ code: 0, healthy: true, pending: 0 })
    expect(partOf(seen, 'documents')!.lists[0]!.rows.length).toBeGreaterThan(10)
    expect(partOf(seen, 'bus')!.lists[0]!.rows.length).toBeGreaterThan(3)
    expect(partOf(seen, 'data folder')!.settings.journal_mode).toBe('wal')
  }
  expect(partOf(beside, 'data folder')!.settings['in use']).toMatch(/^yes/)
  expect(partOf(alone, 'data folder')!.settings).toMatchObject({
    synchronous: 'full',
    'in use': expect.stringMatching(/^no/),
  })
})

test('ends though a server lets it wait for longer than it asks: the connection that is left over does not keep it', async () => {
  const open: Socket[] = []
  const info = {
    server_id: 'slow',
    version: '2.14.0',
    proto: 1,
    max_payload: 1_048_576,
    headers: true,
    jetstream: true,
  }
  const server = createServer((socket) => {
    open.push(socket.on('error', () => {}))
    setTimeout(() => socket.write(`INFO ${JSON.stringify(info)}\r\n`), 2_500)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const { code, output } = await doctor({ ...embedded, NATS_URL: `nats://127.0.0.1:${port}` })
    expect(output).toContain('NATS does not answer')
    expect(code).toBe(1)
    expect(open.length).toBeGreaterThan(1)
  } finally {
    for (const socket of open) socket.destroy()
    server.close()
  }
})
