import type { Content, Written } from './write-file.ts'

/** Where a backup goes: a folder, or one archive. Nothing has its name before `finish`. */
export type BackupTarget = {
  write(path: string, content: Content): Promise<Written>
  /** The same for a file that nobody changes: linked where that is possible. Throws `ENOENT` when it is gone. */
  add(path: string, file: string): Promise<Written>
  /** For what is only needed while the backup is made. */
  readonly scratch: string
  finish(): Promise<void>
  /** Removes what was written. */
  abort(): Promise<void>
}
