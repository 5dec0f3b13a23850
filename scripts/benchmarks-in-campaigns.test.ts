import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Campaign } from '../test/campaigns/campaign.ts'

const folder = join(import.meta.dirname, '../test')
const campaigns = readdirSync(join(folder, 'campaigns'), { withFileTypes: true }).filter((entry) => entry.isDirectory())

test('a campaign runs each benchmark whole', async () => {
  const run = new Set<string>()
  for (const { name } of campaigns) {
    const { campaign }: { campaign: Campaign } = await import(join(folder, 'campaigns', name, 'campaign.ts'))
    for (const { command = [], isOpenEnded } of campaign.groups()) {
      // Of these a campaign has new ones until its time is up.
      if (isOpenEnded) break
      if (command.includes('scripts/bench.ts')) for (const part of command) run.add(part)
    }
  }
  const benchmarks = readdirSync(join(folder, 'bench'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
  expect(benchmarks.filter((name) => !run.has(name))).toEqual([])
})
