import { pino } from 'pino'
import pretty from 'pino-pretty'

/** Structured fields first, a short sentence after. */
export type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  child(fields: object): Log
}

/**
 * The process's log on standard output: JSON lines when piped, readable lines in a terminal. `LOG_LEVEL` is one of
 * debug, info, warn, error, silent.
 */
export function openLog(options: { level?: string; terminal?: boolean } = {}): Log {
  const level = options.level ?? 'info'
  const terminal = options.terminal ?? process.stdout.isTTY === true
  const base = { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"`, messageKey: 'message' }
  const formatters = { level: (label: string) => ({ level: label }) }
  if (!terminal) return pino({ ...base, formatters })
  const stream = pretty({
    colorize: true,
    messageKey: 'message',
    timestampKey: 'time',
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'service',
    messageFormat: '{service} {message}',
    singleLine: true,
    sync: true,
  })
  return pino({ ...base, formatters }, stream)
}
