import { statfs } from 'node:fs/promises'

/** Whether the disk that holds `dir` has less room than `minFreeBytes` for the user of this process. */
export async function isDiskFull(dir: string, minFreeBytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize < minFreeBytes
}
