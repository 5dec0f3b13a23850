import { z } from 'zod'

const megabytes = (fallback: number) => z.coerce.number().int().min(1).default(fallback)

/** Settings of ingest, by their names in the environment. */
export const config = z.object({
  /** Documents that are read at the same time, each in a separate thread. */
  EXTRACTION_WORKERS: z.coerce.number().int().min(1).max(64).default(2),
  EXTRACTION_TIME_MS: z.coerce.number().int().min(1_000).default(120_000),
  EXTRACTION_HEAP_MB: megabytes(160),
  /** Documents of 20 MB take up to 110. */
  EXTRACTION_BUFFER_MB: megabytes(192),
  EXTRACTION_INFLATED_MB: megabytes(100),
  EXTRACTION_PAGES: z.coerce.number().int().min(1).default(3_000),
  /** Of the text: 20 MB of one-byte characters fit, and a CSV whose rows name their fields. */
  EXTRACTION_CHARACTERS: z.coerce.number().int().min(1_000).default(30_000_000),
  /** Pages that go through OCR at the same time, each in separate threads, which are started when first needed. */
  OCR_WORKERS: z.coerce.number().int().min(1).max(64).default(2),
  /** An A4 page at 300 pixels an inch has 8.7 million. */
  OCR_MEGAPIXELS: z.coerce.number().positive().default(10),
  /** A picture in a file or in a PDF: an A4 page at 600 pixels an inch has 35 million. */
  OCR_PICTURE_MEGAPIXELS: z.coerce.number().positive().default(40),
  OCR_BUFFER_MB: megabytes(512),
  OCR_PAGES: z.coerce.number().int().min(1).default(200),
  OCR_PAGE_TIME_MS: z.coerce.number().int().min(1_000).default(60_000),
  /** Must be shorter than the ten minutes for reading a version. */
  OCR_TIME_MS: z.coerce.number().int().min(1_000).default(480_000),
  /** Another process continues an import whose lease was not renewed for this long. */
  IMPORT_LEASE_MS: z.coerce.number().int().min(500).default(15_000),
  /** The unpacked size of all files of an imported ZIP together. */
  IMPORT_INFLATED_MB: megabytes(8_192),
})
