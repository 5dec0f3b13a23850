import { execFile } from 'node:child_process'
import { startFrontdesk } from '@frontdesk/testing'
import { expect, test } from 'vitest'
import { findTool } from './outside-tools.ts'

const promtool = findTool('promtool')

/** What the linter of Prometheus says of measurements; nothing when all is well. */
const lint = (metrics: string): Promise<string> =>
  new Promise((resolve) => {
    const child = execFile(promtool!, ['check', 'metrics'], (error, stdout, stderr) =>
      resolve(`${stdout}${stderr}${error && !stdout && !stderr ? error.message : ''}`.trim()),
    )
    child.stdin!.end(metrics)
  })

test('the linter of Prometheus finds nothing to say about the measurements', async (ctx) => {
  if (!promtool) return ctx.skip('no promtool: run scripts/install-outside-tools')
  const frontdesk = await startFrontdesk()
  try {
    const asked = await fetch(`${frontdesk.baseUrl}/api/conversations`, { headers: { 'x-api-key': frontdesk.apiKey } })
    expect(asked.status).toBe(200)
    const metrics = await (await fetch(`${frontdesk.baseUrl}/metrics`)).text()
    expect(metrics).toContain('frontdesk_http_request_duration_seconds_count')
    expect(metrics).toMatch(/frontdesk_events_waiting\{group="[^"]+"\}/)
    expect(await lint(metrics)).toBe('')
    expect(await lint('# TYPE wrong_total gauge\nwrong_total 1\n'), 'it finds what is wrong').toContain('wrong_total')
  } finally {
    await frontdesk.stop()
  }
})
