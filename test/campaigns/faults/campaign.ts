import { randomInt } from 'node:crypto'
import { type Campaign, tests } from '../campaign.ts'

export const campaign: Campaign = {
  proves:
    'Kills, stalls, full disks, lost servers and long runs lose nothing, double nothing and stay in their bounds.',
  needs: ['engines'],
  limitMinutes: 20,
  groups() {
    // Other moments each time; the name of the group says which.
    const seed = randomInt(2 ** 31)
    return [
      tests('reading by OCR', 'long', 5, ['services/ingest/src/extraction/ocr/ocr.long.test.ts']),
      tests('documents that are bombs', 'long', 5, ['services/ingest/src/extraction/bombs.long.test.ts']),
      tests('large pages', 'long', 5, ['services/ingest/src/extraction/html/long-tables.long.test.ts']),
      tests('commands', 'long', 5, [
        'apps/frontdesk/src/doctor.long.test.ts',
        'apps/frontdesk/src/backup/backup.long.test.ts',
        'apps/frontdesk/src/upgrade/upgrade.long.test.ts',
      ]),
      tests('processes that end', 'long', 5, ['packages/service/src/end-process.long.test.ts']),
      tests('an index that is killed', 'long', 5, ['packages/chunk-index/src/sqlite.long.test.ts']),
      tests('the runner of the gate', 'long', 5, ['scripts/gate/run-groups.long.test.ts']),
      { ...tests(`faults, seed ${seed}`, 'faults', 20), env: { FC_SEED: String(seed) } },
    ]
  },
}
