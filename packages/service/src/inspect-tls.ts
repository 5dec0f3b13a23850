import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { emptyInspection, type Finding, type Inspection } from '@frontdesk/contracts'
import type { Clock } from './clock.ts'
import { type ProcessSettings, serverSettings, tlsOf } from './process-settings.ts'

/** So long before its end a certificate is worth a warning. */
const warnBeforeMs = 14 * 86_400_000
const pem = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

type Row = { setting: string; subject: string; until: string }

function findingsOf({ setting, subject, until }: Row, now: number): Finding[] {
  const leftMs = Date.parse(until) - now
  const remedy = 'Replace the file before that, and restart the processes one after the other.'
  if (leftMs <= 0) {
    return [{ level: 'fault', what: `${setting}: ${subject} expired on ${until}.`, remedy, blocksUpgrade: true }]
  }
  return leftMs > warnBeforeMs
    ? []
    : [{ level: 'warning', what: `${setting}: ${subject} expires on ${until}.`, remedy }]
}

/** The certificates in the files for TLS, and when they expire. Nothing when no files are set. */
export function inspectTls(chosen: ProcessSettings, clock: Pick<Clock, 'now'>): Inspection[] {
  const files = serverSettings.flatMap((setting) => {
    const server = setting.slice(0, -'_URL'.length)
    const { caFile, certFile } = tlsOf(chosen, setting) ?? {}
    return [
      ...(caFile ? [{ setting: `${server}_TLS_CA_FILE`, file: caFile }] : []),
      ...(certFile ? [{ setting: `${server}_TLS_CERT_FILE`, file: certFile }] : []),
    ]
  })
  if (files.length === 0) return []
  const findings: Finding[] = []
  const rows = files.flatMap(({ setting, file }) => {
    const found = readFileSync(file, 'utf8').match(pem) ?? []
    if (found.length === 0) {
      const what = `${setting}: ${file} contains no PEM certificate.`
      findings.push({ level: 'fault', what, remedy: 'Name a file of PEM certificates.', blocksUpgrade: true })
    }
    return found.map((text): Row => {
      const { subject, validToDate } = new X509Certificate(text)
      return { setting, subject: subject.replaceAll('\n', ', '), until: validToDate.toISOString() }
    })
  })
  findings.push(...rows.flatMap((row) => findingsOf(row, clock.now())))
  return [{ ...emptyInspection('TLS'), lists: [{ title: 'certificates', rows }], findings }]
}
