import { z } from 'zod'

/** What the original of a version may be; bytes and no more where the content is not what the file name says. */
export const originalType = z.enum([
  'application/octet-stream',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/plain',
  'text/markdown',
  'text/csv',
  'text/html',
  'image/png',
  'image/jpeg',
  'image/webp',
])
export type OriginalType = z.infer<typeof originalType>
