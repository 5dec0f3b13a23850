import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { apiKey, freePort, startProcess } from '../faults/platform-process.ts'
import { apiClient } from '../scenarios/api-client.ts'
import { report, sized } from './figures/report.ts'

const rows = Number(process.env.BENCH_CONTACTS ?? sized(10_000, 100))
const limitMs = 120_000

/** The largest resident set that a process has had, in MB. */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

const line = (i: number) =>
  `"Person ${i}",person.${i}@example.com,+4670${String(1_000_000 + i)},crm-${i},"vip, batch ${i % 7}",${i % 3 ? 'gold' : 'silver'}`
const file = (from: number, to: number) =>
  ['name,email,phone,id,labels,plan', ...Array.from({ length: to - from }, (_, i) => line(from + i))].join('\r\n')
const mapping = JSON.stringify({
  name: 'name',
  email: 'email',
  phone: 'phone',
  id: 'externalId',
  labels: 'tags',
  plan: 'attributes.plan',
})

/** Imports of contacts in a platform of its own, over HTTP: made, all known already, taken back. */
export async function bench(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'))
  const platform = await startProcess({ dataDir, port: await freePort() })
  try {
    const api = apiClient(platform.baseUrl, apiKey)

    async function untilDone(jobId: string, isDone: (job: any) => boolean) {
      for (const end = Date.now() + limitMs; Date.now() < end; await wait(50)) {
        const { body } = await api.get(`/api/jobs/${jobId}`)
        if (isDone(body)) return body
      }
      throw new Error(`the job ${jobId} did not end within ${limitMs / 1_000} s`)
    }
    async function importOf(text: string, fields: Record<string, string>) {
      const form = new FormData()
      form.set('file', new Blob([text]), 'contacts.csv')
      for (const [name, value] of Object.entries({ mapping, ...fields })) form.set(name, value)
      const started = performance.now()
      const { body } = await api.post('/api/contacts/import', form)
      const job = await untilDone(body.jobId, ({ state }) => state === 'finished')
      return { jobId: body.jobId, job, seconds: (performance.now() - started) / 1_000 }
    }

    async function undo(jobId: string): Promise<number> {
      const started = performance.now()
      await api.post(`/api/contacts/imports/${jobId}/undo`, {})
      await untilDone(jobId, (job) => job.undo === 'finished')
      return (performance.now() - started) / 1_000
    }

    process.stdout.write(`${rows} rows with five fields and an attribute, embedded, synced to disk\n`)
    let base: number | undefined
    const show = (name: string, seconds: number, what = '') => {
      base ??= seconds
      const peak = `${peakOf(platform.pid).toFixed(0)} MB`
      const cells = [name.padEnd(14), `${seconds.toFixed(1)} s`, `${(seconds / base).toFixed(2)}×`, peak]
      process.stdout.write(`${cells.map((cell) => cell.padStart(8)).join('  ')}  ${what}\n`)
    }
    process.stdout.write(`largest resident set before: ${peakOf(platform.pid).toFixed(0)} MB\n`)
    const text = file(0, rows)
    const made = await importOf(text, { onDuplicate: 'skip', dryRun: 'false' })
    show('import', made.seconds, JSON.stringify(made.job.verdicts))
    report(`import of ${rows} contacts`, made.seconds, 's')
    const dry = await importOf(text, { onDuplicate: 'skip', dryRun: 'true' })
    show('dry run again', dry.seconds, JSON.stringify(dry.job.verdicts))
    show('undo', await undo(made.jobId))
    const anew = await importOf(text, { onDuplicate: 'skip', dryRun: 'false' })
    show('import anew', anew.seconds, JSON.stringify(anew.job.verdicts))
    const updated = await importOf(text, { onDuplicate: 'update', dryRun: 'false' })
    show('update', updated.seconds, JSON.stringify(updated.job.verdicts))
    show('undo update', await undo(updated.jobId))
    report(`largest resident set after imports of ${rows} contacts`, peakOf(platform.pid), 'MB', { most: 450 })
  } finally {
    await platform.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) await bench()
