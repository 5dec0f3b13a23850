import { accessSync, constants } from 'node:fs'
import type { ServerTls } from '@frontdesk/contracts'
import { z } from 'zod'
import { faultsOf } from './wire.ts'

type Environment = Record<string, string | undefined>

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value)
const address = (form: RegExp, example: string) =>
  z.preprocess(blankIsUnset, z.string().regex(form, `an address, such as ${example}`).optional())

const file = z.preprocess(blankIsUnset, z.string().optional())

/** Settings of the process itself; those of the services stand in their `config`. */
const settings = z.object({
  DATA_DIR: z.string().min(1).default('./data'),
  NATS_URL: z.preprocess(blankIsUnset, z.string().optional()),
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
  // Of a replica set it names several hosts, which makes it no URL by the book.
  MONGODB_URL: address(/^mongodb(?:\+srv)?:\/\/[^/?]/, 'mongodb://one:27017,two:27017/frontdesk?replicaSet=rs0'),
  ELASTICSEARCH_URL: z.preprocess(blankIsUnset, z.url({ protocol: /^https?$/ }).optional()),
  FRONTDESK_NAMESPACE: z.preprocess(
    blankIsUnset,
    z
      .string()
      .regex(/^[a-z0-9]{1,40}$/, 'up to 40 of a-z and 0-9')
      .optional(),
  ),
  NATS_TLS_CA_FILE: file,
  NATS_TLS_CERT_FILE: file,
  NATS_TLS_KEY_FILE: file,
  NATS_TLS_FIRST: z.preprocess(blankIsUnset, z.enum(['0', '1']).default('0')),
  MONGODB_TLS_CA_FILE: file,
  MONGODB_TLS_CERT_FILE: file,
  MONGODB_TLS_KEY_FILE: file,
  ELASTICSEARCH_TLS_CA_FILE: file,
  ELASTICSEARCH_TLS_CERT_FILE: file,
  ELASTICSEARCH_TLS_KEY_FILE: file,
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.union([z.cidrv4(), z.cidrv6()], 'CIDRs, such as 127.0.0.1/32,10.0.0.0/8'))),
})
export type ProcessSettings = z.output<typeof settings>

/** The settings that put a part of the platform on a server. */
export const serverSettings = ['NATS_URL', 'MONGODB_URL', 'ELASTICSEARCH_URL'] as const
export type ServerSetting = (typeof serverSettings)[number]

/**
 * The environment with the defaults of where it runs: without servers the built-in embedding model, so that sources are searched
 * by meaning out of the box.
 */
export const withDefaults = (environment: Environment): Environment =>
  environment.EMBEDDING_MODEL || serverSettings.some((name) => environment[name])
    ? environment
    : { ...environment, EMBEDDING_MODEL: 'builtin' }

/** The TLS files of a server; undefined when none are set, which leaves it to the URL. */
export function tlsOf(chosen: ProcessSettings, setting: ServerSetting): ServerTls | undefined {
  const server = setting.slice(0, -'_URL'.length) as 'NATS' | 'MONGODB' | 'ELASTICSEARCH'
  const [caFile, certFile, keyFile] = [
    chosen[`${server}_TLS_CA_FILE`],
    chosen[`${server}_TLS_CERT_FILE`],
    chosen[`${server}_TLS_KEY_FILE`],
  ]
  const isHandshakeFirst = server === 'NATS' && chosen.NATS_TLS_FIRST === '1'
  return caFile || certFile || keyFile || isHandshakeFirst ? { caFile, certFile, keyFile, isHandshakeFirst } : undefined
}

/** What an adapter needs to reach a server. */
export const serverOf = (chosen: ProcessSettings, setting: ServerSetting) => ({
  url: chosen[setting]!,
  namespace: chosen.FRONTDESK_NAMESPACE,
  tls: tlsOf(chosen, setting),
})

const isHttp = (url: string | undefined): boolean => url?.trimStart().toLowerCase().startsWith('http:') === true

/** Certificates and keys come in pairs, and files have to be there. One sentence a fault. */
function faultsOfFiles(chosen: ProcessSettings): string[] {
  return serverSettings.flatMap((setting) => {
    const server = setting.slice(0, -'_URL'.length)
    const { caFile, certFile, keyFile } = tlsOf(chosen, setting) ?? {}
    const files = { CA: caFile, CERT: certFile, KEY: keyFile }
    const unreadable = Object.entries(files).flatMap(([name, path]) => {
      if (path === undefined) return []
      try {
        accessSync(path, constants.R_OK)
        return []
      } catch (error) {
        return [`${server}_TLS_${name}_FILE: ${(error as Error).message}`]
      }
    })
    const isHalf = (certFile === undefined) !== (keyFile === undefined)
    // The other two speak TLS when they have files, whatever their address says.
    const isPlain = setting === 'ELASTICSEARCH_URL' && Object.values(files).some(Boolean) && isHttp(chosen[setting])
    return [
      ...unreadable,
      ...(isHalf ? [`${server}_TLS_CERT_FILE: needs ${server}_TLS_KEY_FILE, and the reverse`] : []),
      ...(isPlain ? [`${setting}: begins with http:, which uses no TLS; write https:`] : []),
    ]
  })
}

/** Whether a part of it is in the data folder. */
export const needsFolder = ({ NATS_URL, MONGODB_URL, ELASTICSEARCH_URL }: ProcessSettings): boolean =>
  !(NATS_URL && MONGODB_URL && ELASTICSEARCH_URL)

/** The settings of the process. Throws a plain Error that names every fault at once. */
export function readProcessSettings(environment: Environment): ProcessSettings {
  const parsed = settings.safeParse(environment)
  const faults = parsed.success
    ? faultsOfFiles(parsed.data)
    : faultsOf(parsed.error).map(({ path, message }) => `${path}: ${message}`)
  if (parsed.success && faults.length === 0) return parsed.data
  throw new Error(`These settings are not valid:\n  ${faults.join('\n  ')}`)
}
