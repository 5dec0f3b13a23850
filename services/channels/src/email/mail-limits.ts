/** What one mail may be. Past these only its headers are read and the rest is kept as one attachment (`Mail.isPartial`). */
export const mailLimits = {
  /** 25 MB of files, which most mail servers take, are 25 × 4 / 3 × 78 / 76 = 34.2 MB in base64 with line ends. */
  mailBytes: 36 * 1024 * 1024,
  /** 36 MB in lines of 78 octets are 484,000. Every line costs the parser some microseconds, if it is empty too. */
  lines: 500_000,
  /** Lines outside of base64, which cost it ten times as much. Eight hundred pages of text have 40,000. */
  plainLines: 40_000,
  /** Lines that start with `--` and so are compared with every open boundary. */
  boundaryLines: 20_000,
  /** Parts with an encoding of their own: each takes a buffer of 100 kB while it is read. */
  encodedParts: 2_000,
  /** Multiparts within multiparts. Programs make four; a bounce of a forward of a bounce makes ten. */
  depth: 30,
  /** All headers of all parts. */
  headerBytes: 512 * 1024,
  /** What is read of the headers of a mail that is beyond the limits. */
  partialHeaderBytes: 64 * 1024,
  /** Characters that are kept of the plain text and of the HTML. */
  textCharacters: 500_000,
  htmlCharacters: 1_000_000,
  /** Headers that are kept, and characters of each value. */
  headers: 500,
  headerCharacters: 16_000,
  /** Addresses that are kept of To and of Cc, Message-IDs of References (the first and the newest), and attachments. */
  addresses: 100,
  references: 50,
  attachments: 100,
  subjectCharacters: 998,
} as const
