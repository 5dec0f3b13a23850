import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noServerReason, serverForTest } from '@frontdesk/nats/server-for-test'
import { describe, expect, it, onTestFinished } from 'vitest'
import { event, unique } from './conformance/backend.ts'
import { natsBus } from './nats.ts'

describe.skipIf(noServerReason)(`a NATS whose disk is full${noServerReason ? ` (${noServerReason})` : ''}`, () => {
  it('is said to be full, by what is published and by the check', async (ctx) => {
    if (process.getuid?.() !== 0) ctx.skip('only root mounts a small disk')
    const disk = mkdtempSync(join(tmpdir(), 'frontdesk-nats-disk-'))
    onTestFinished(() => rmSync(disk, { recursive: true, force: true }))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk], { stdio: 'pipe' })
    } catch (error) {
      ctx.skip(`a small disk can not be mounted here: ${String((error as { stderr?: Buffer }).stderr).trim()}`)
    }
    onTestFinished(() => void execFileSync('umount', ['-l', disk]))
    const server = await serverForTest({ folder: disk })
    onTestFinished(() => server.kill())
    await server.start()
    const bus = await natsBus({ url: server.url })
    onTestFinished(() => bus.close())
    await bus.check()
    const subject = `event.${unique('full')}.thing.happened.v1`
    const large = new Uint8Array(400_000)
    const fill = async () => {
      for (let i = 1; i < 60; i++) await bus.publish([{ ...event(subject, i), bytes: large }])
    }
    const full = { code: 'unavailable', storage: 'disk_full' }
    await expect(fill()).rejects.toMatchObject(full)
    await expect(bus.check()).rejects.toMatchObject(full)
  }, 60_000)
})
