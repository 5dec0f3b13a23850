import { collection } from '@frontdesk/documents'

/**
 * The version of the index format: raised when tokens or what is stored with a chunk change. Sources of an earlier one are
 * indexed again from the blobs (`embedding/renew-embeddings.ts`). The end of the name of each generation.
 */
export const indexFormat = 2

/** Whether what stands in the index there is to be written anew in the format of this release. */
export const isEarlierFormat = (generation: string): boolean => !generation.endsWith(`/${indexFormat}`)

/** One content of a live version and where its chunks can be read again. */
export type Content = { contentId: string; chunksBlobId: string; chunks: number; title: string; url?: string }

/** Chunks of one content in one space of the index. */
export type Copy = { contentId: string; generation: string; dimensions: number }

/** What stands in the index for a source, and which of it answers. The only place that says so. */
export type LiveRecord = {
  title: string
  url?: string
  /** Of the file that the live version comes from. */
  filename?: string
  /** The version that answers; 0 while none does. */
  version: number
  /** The embedding generation of `contents`, null while nothing answers. */
  generation: string | null
  dimensions: number
  contents: Content[]
  /** The source is gone for good: nothing that comes later of this `life` makes anything of it live. */
  deleted: boolean
  /** How often the source has come into being; 1 when it doesn't say. */
  life?: number
  /** A version on its way into the index: its contents must stay, and the first `done` chunks are there. */
  indexing: {
    version: number
    generation: string
    dimensions: number
    contents: Content[]
    filename?: string
    done: number
  } | null
  /** The live version on its way into the current generation, the first `done` chunks being there, until when it is in hand. */
  renewal?: { version: number; generation: string; dimensions: number; done: number; until: number }
  /** Its chunks are being written again, for the index had lost some. Left by a crash it says that this is not over. */
  isReindexing?: true
  /** Copies that nothing needs any more, to be removed after `removeAfter` (milliseconds since 1970). */
  retired: Copy[]
  removeAfter: number | null
  /** Copies that are being removed now; nobody may put them again before that is over. */
  removing: Copy[]
}

export const live = collection<LiveRecord>(
  'retrieval-live',
  [
    { fields: ['removeAfter'], acrossTenants: true },
    { fields: ['generation'], acrossTenants: true },
    { fields: ['generation'] },
  ],
  {
    refersTo: ({ body: { generation, dimensions, contents, deleted } }) =>
      deleted || generation === null
        ? {}
        : {
            chunks: { generation, dimensions, contents, ...(isEarlierFormat(generation) && { isEarlierFormat: true }) },
            blobs: contents.map(({ chunksBlobId }) => chunksBlobId),
          },
  },
)

export const emptyRecord: LiveRecord = {
  title: '',
  version: 0,
  generation: null,
  dimensions: 0,
  contents: [],
  deleted: false,
  indexing: null,
  retired: [],
  removeAfter: null,
  removing: [],
}
