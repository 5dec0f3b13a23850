import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Group } from '../../../scripts/gate/watch-group.ts'
import type { Campaign } from '../campaign.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const limitMinutes = 10

/** Test files that state a property themselves or by a conformance suite. */
const files = globSync('{apps,packages,services}/*/src/**/*.test.{ts,tsx}', { cwd: root })
  .filter((file) =>
    /fast-check|conformance|filter-promises|@frontdesk\/properties/.test(readFileSync(`${root}/${file}`, 'utf8')),
  )
  .sort()

function* groups(): Iterable<Group> {
  while (true) {
    const seed = randomInt(2 ** 31)
    const env = { FC_SEED: String(seed), FC_RUNS_FACTOR: '10' }
    const limitSeconds = limitMinutes * 60
    yield { name: `seed ${seed}`, project: 'code', files, env, shuffle: seed, limitSeconds, isOpenEnded: true }
  }
}

export const campaign: Campaign = {
  proves: 'Every property holds for seeds that nobody chose, with ten times the runs of the gate, for ten minutes.',
  needs: [],
  mayLeaveOut: true,
  limitMinutes,
  groups,
}
