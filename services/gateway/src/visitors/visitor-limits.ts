/** Characters (UTF-16 code units) of a visitor's message. */
export const maxMessageCharacters = 4_000
/** Bytes of a file that a visitor sends, and files of one message: 10 MB, as 10 × 1024 × 1024 bytes. */
export const visitorFiles = { attachmentBytes: 10 * 1024 * 1024, attachments: 5 } as const
/** Users whom the site vouches for have so many times more of a network's limits. */
export const verifiedFactor = 5
/** What a visitor may send, by its content. */
export const visitorFileTypes = [
  ...[
    'image/png',
    'image/jpeg',
    'image/gif',
    'image/webp',
    'application/pdf',
    'text/plain',
    'text/csv',
    'text/markdown',
  ],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const
