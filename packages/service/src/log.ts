import { type Logger, pino, stdSerializers } from 'pino'
import pretty from 'pino-pretty'

/** Structured fields first, a short sentence after. */
export type Log = {
  debug(fields: object, message: string): void
  /**
   * What happens for every message: a line in JSON, and in a terminal only with `LOG_LEVEL=debug`. The fields are made
   * only when somebody will see them.
   */
  routine(fields: () => object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  child(fields: object): Log
}

/** `bound`: fields of every line. They are merged here, because pino would write a key that a line gives again twice. */
const toLog = (logger: Logger, isTerminal: boolean, bound: object = {}): Log => ({
  debug: (fields, message) => logger.debug({ ...bound, ...fields }, message),
  routine(fields, message) {
    const level = isTerminal ? 'debug' : 'info'
    if (logger.isLevelEnabled(level)) logger[level]({ ...bound, ...fields() }, message)
  },
  info: (fields, message) => logger.info({ ...bound, ...fields }, message),
  warn: (fields, message) => logger.warn({ ...bound, ...fields }, message),
  error: (fields, message) => logger.error({ ...bound, ...fields }, message),
  child: (fields) => toLog(logger, isTerminal, { ...bound, ...fields }),
})

/** Fields that a line in a terminal shows in its own way, or that say nothing to a person. */
const shownOtherwise = [
  ...['service', 'subject', 'id', 'tenant', 'key', 'sequence', 'attempt', 'durationMs', 'outcome'],
  ...['method', 'route', 'status', 'requestId'],
]

/**
 * `ingest  handled version.accepted of src_1a2b in 12 ms` for a line about a message, `gateway  POST /api/search 200 in
 * 5 ms` for one about a request; the sentence alone for others.
 */
function sentenceOf(record: Record<string, unknown>): string {
  const { service, subject, key, durationMs, attempt, message, method, route, status } = record
  const who = typeof service === 'string' ? `${service.padEnd(18)} ` : ''
  if (typeof route === 'string') return `${who}${method} ${route} ${status} in ${durationMs} ms`
  if (typeof subject !== 'string') return `${who}${message}`
  const what = subject.split('.').slice(2, -1).join('.')
  const which = key ? ` of ${String(key).slice(0, 12)}…` : ''
  const again = Number(attempt) > 1 ? `, attempt ${attempt}` : ''
  const after = durationMs === undefined ? '' : ` in ${durationMs} ms`
  return `${who}${message} ${what}${which}${after}${again}`
}

/** What ended by its signal is a DOMException, which would be written with all the constants of its class. */
function errorFields(error: Error): object {
  if (!(error instanceof DOMException)) return stdSerializers.err(error)
  const { name, message, stack } = error
  return { type: name, message, stack }
}

/**
 * The process's log on standard output: JSON lines when piped, readable lines in a terminal. `level` is one of debug,
 * info, warn, error, silent.
 */
export function openLog(options: { level?: string; terminal?: boolean } = {}): Log {
  const level = options.level ?? 'info'
  const isTerminal = options.terminal ?? process.stdout.isTTY === true
  const base = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    messageKey: 'message',
    serializers: { err: errorFields },
    formatters: { level: (label: string) => ({ level: label }) },
  }
  if (!isTerminal) return toLog(pino(base), isTerminal)
  const stream = pretty({
    colorize: true,
    messageKey: 'message',
    timestampKey: 'time',
    translateTime: 'SYS:HH:MM:ss',
    ignore: shownOtherwise.join(','),
    messageFormat: sentenceOf,
    singleLine: true,
    sync: true,
  })
  return toLog(pino(base, stream), isTerminal)
}
