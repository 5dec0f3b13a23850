import type { FastifyReply } from 'fastify'
import type { DownloadRoute } from '../routes/route.ts'
import { fileHeaders } from './content-disposition.ts'
import type { Exchange } from './exchange.ts'

/** Sends a body of any size; its reader's pace is its pace, and it is closed when its reader leaves. */
export async function answerDownload(route: DownloadRoute, { reply, input }: Exchange): Promise<FastifyReply> {
  const { contentType, filename, bytes, body } = await route.download({ ...input, body: undefined })
  reply.raw.once('close', () => body.destroy())
  if (bytes !== undefined) reply.header('content-length', bytes)
  return reply.code(route.status).header('content-type', contentType).headers(fileHeaders(filename)).send(body)
}
