const maxFiles = 10
export const maxBytes = 25 * 1024 * 1024

export type FileFault = 'empty' | 'tooLarge' | 'tooLargeTogether' | 'tooMany'

/** Why a file can't be attached beside those that are; undefined when it can. The server has the same rules. */
export function faultOfFiles(file: { size: number }, others: readonly { bytes: number }[]): FileFault | undefined {
  if (file.size === 0) return 'empty'
  if (file.size > maxBytes) return 'tooLarge'
  if (others.length >= maxFiles) return 'tooMany'
  return others.reduce((sum, { bytes }) => sum + bytes, file.size) > maxBytes ? 'tooLargeTogether' : undefined
}
