import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type CertificateFiles = { certFile: string; keyFile: string }

const openssl = (folder: string, ...args: string[]): unknown =>
  execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** A certificate authority of a test's own, in files of `folder`. Needs the `openssl` of the machine. */
export function makeCertificateAuthority(folder: string, name: string) {
  mkdirSync(folder, { recursive: true })
  const caFile = join(folder, `${name}.pem`)
  const caKey = join(folder, `${name}.key`)
  openssl(folder, 'req', '-x509', ...key, '-keyout', caKey, '-out', caFile, '-subj', `/CN=${name}`, '-days', '2')
  return {
    caFile,
    /**
     * A certificate for `localhost` (or the names in `altNames`) and for clients; `days` below 0 is one that has expired.
     * The same holder is renewed.
     */
    issue(
      holder: string,
      { days = 1, altNames = 'DNS:localhost,IP:127.0.0.1' }: { days?: number; altNames?: string } = {},
    ): CertificateFiles {
      const [certFile, keyFile, request, extensions] = ['pem', 'key', 'csr', 'ext'].map((kind) =>
        join(folder, `${name}-${holder}.${kind}`),
      ) as [string, string, string, string]
      writeFileSync(extensions, `subjectAltName=${altNames}\nextendedKeyUsage=serverAuth,clientAuth\n`)
      openssl(folder, 'req', ...key, '-keyout', keyFile, '-out', request, '-subj', `/CN=${holder}`)
      const by = ['-CA', caFile, '-CAkey', caKey, '-CAcreateserial', '-days', String(days), '-extfile', extensions]
      openssl(folder, 'x509', '-req', '-in', request, ...by, '-out', certFile)
      return { certFile, keyFile }
    },
  }
}
