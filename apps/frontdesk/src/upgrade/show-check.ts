import { styleText } from 'node:util'
import type { Finding } from '@frontdesk/contracts'
import type { UpgradeInspection } from '@frontdesk/service'

/** Longer lists are cut, so that it stays a page; `--json` has all of it. */
const maxLines = 12
const maxCharacters = 200
const bytesPerMegabyte = 1024 ** 2

const megabytes = (bytes: number): string => `${Math.ceil(bytes / bytesPerMegabyte).toLocaleString('en')} MB`

const shortened = (line: string): string => (line.length > maxCharacters ? `${line.slice(0, maxCharacters)} …` : line)

function section(title: string, lines: string[]): string[] {
  const shown = lines.slice(0, maxLines).map((line) => `  ${shortened(line)}`)
  const more = lines.length - shown.length
  return ['', styleText('bold', title), ...shown, ...(more > 0 ? [`  … and ${more} more (--json shows all)`] : [])]
}

function writers({ writtenBy }: UpgradeInspection): string {
  if (writtenBy.length === 0) return 'a release that did not record its version (0.1.0 or an earlier build)'
  const byVersion = Map.groupBy(writtenBy, (each) => each.version)
  return [...byVersion]
    .map(([version, services]) => {
      const since = services.map((each) => each.since).sort()[0]!
      const of = byVersion.size === 1 ? '' : ` (${services.map(({ service }) => service).join(', ')})`
      return `${version}${of}, since ${since}`
    })
    .join('; ')
}

function rollout({ canRunBeside, space }: UpgradeInspection): string {
  if (space) return 'Stop the process, then start this release.'
  if (canRunBeside === true) return 'A rolling update: the stored data allows both releases to run side by side.'
  return 'Stop every process first: it is not known whether both releases can run side by side.'
}

const findingLines = (findings: Finding[]): string[] =>
  findings.flatMap(({ level, what, remedy }) => [`${level}: ${what}`, `  → ${remedy}`])

/** The check as a page for a person at a terminal. */
export function showCheck(check: UpgradeInspection): string {
  const { release, changes, background, backlog, stores, space, blockers, findings } = check
  const verdict = check.ready ? styleText('green', 'ready') : styleText('red', 'not ready')
  return [
    `${styleText('bold', `Frontdesk ${release}`)} on what was written by ${writers(check)}`,
    ...section('What the start changes', changes.length > 0 ? changes : ['nothing']),
    ...section(
      'What happens in the background afterwards',
      background.length > 0 ? background.map(({ what, waiting, of }) => `${waiting} of ${of}: ${what}`) : ['nothing'],
    ),
    ...section(
      'Stores',
      stores.map(({ store, version, minVersion, freeSpace }) =>
        [
          `${store} ${version ?? ''}`.trim(),
          ...(minVersion ? [`needs ${minVersion} or newer`] : []),
          ...(freeSpace ? [`free space ${freeSpace}`] : []),
        ].join(', '),
      ),
    ),
    ...(space ? [`  the changes may need ${megabytes(space.neededBytes)} of ${megabytes(space.freeBytes)}`] : []),
    ...section('Waiting now', [
      `${backlog.outboxes} documents with unpublished events; ${backlog.waiting} events wait, ${backlog.inFlight} are being handled; ${backlog.deadLetters} dead letters`,
      'The new release continues with all of it.',
    ]),
    ...(blockers.length > 0 ? section('Fix first', findingLines(blockers)) : []),
    ...(findings.length > 0
      ? section('Worth knowing (also reported by frontdesk doctor)', findingLines(findings))
      : []),
    ...section('Then', ['Take a backup: frontdesk backup.', rollout(check)]),
    '',
    `${verdict}: ${blockers.length} to fix, ${changes.length} changes, ${findings.length} findings`,
  ].join('\n')
}
