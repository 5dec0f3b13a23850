import { z } from 'zod'
import { codeWord } from './text-marks.ts'

/** A charset that somebody names, by any of its labels. */
export const encodingLabel = z
  .string()
  .max(40)
  .trim()
  .min(1)
  .describe('The charset of a text file, such as `windows-1250`, `gbk` or `cp850`; default: it is detected')
/** A charset that a text could be in, and how a part of it then reads. */
export const charsetCandidate = z.object({ encoding: codeWord, sample: z.string() })
export type CharsetCandidate = z.output<typeof charsetCandidate>
