import type { ErrorCode } from '@frontdesk/contracts'
import type { z } from 'zod'
import type { GatewayContext } from '../context.ts'

/** Files that a route takes as multipart/form-data, beside or in place of JSON. */
export type UploadRule = {
  field: 'file' | 'files'
  maxFiles: number
  /** The form's other fields. A repeated one is an array. */
  fields: z.ZodObject
  /** What file names end in; default: what documents do. `any`: whatever they do, and without a name too. */
  extensions?: readonly string[] | 'any'
  /** Bytes that a file may have; default: those of a document. */
  fileBytes?(context: GatewayContext): number
  /** A JSON body is taken like a file, as it comes and whatever its size. */
  takesJson?: true
  /** True: a refused file refuses the request. False: the handler is told, a verdict each. */
  allOrNothing: boolean
}

/** A file that is in the blob store. */
export type UploadedFile = { filename: string; blobId: string; bytes: number; sha256: string }
/** A file that is not, and why. */
export type RefusedFile = { filename: string; code: ErrorCode; reason: string }

/** What a form held. `fields` are as the route's rule parsed them. */
export type Upload = { files: UploadedFile[]; refused: RefusedFile[]; fields: any }
