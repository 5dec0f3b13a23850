import { Readable } from 'node:stream'
import { documentExtensions, ServiceError } from '@frontdesk/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UploadRoute } from '../routes/route.ts'
import { discard, drain, receiveJson, receiveUpload } from '../uploads/receive-upload.ts'
import type { Upload, UploadRule } from '../uploads/upload.ts'
import {
  type Answering,
  answerJson,
  beginExchange,
  beginOperation,
  type Exchange,
  headerOf,
  performOperation,
  sendReply,
} from './exchange.ts'
import { toServiceError } from './problem.ts'

/** Stores the files of a form, or a JSON body that the route takes like a file, and hands them to `receive`. */
export async function answerUpload(
  answering: Answering,
  route: UploadRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { upload: rule, handle, receive } = route
  const isForm = request.isMultipart()
  if (!isForm && !(rule.takesJson && request.body instanceof Readable)) {
    if (!handle && !rule.takesJson) throw formRequired(rule, headerOf(request, 'content-type'))
    return answerJson(route, beginExchange(answering, route, request, reply))
  }
  const exchange = beginExchange(answering, route, request, reply, { bodyIsFiles: true })
  const { context } = exchange.input
  const upload = await receiveFiles(isForm ? receiveUpload : receiveJson, rule, exchange)
  const operation = await beginOperation(exchange, saidBy(upload)).catch(async (error) => {
    await discard(upload, context)
    throw error
  })
  if ('replay' in operation) {
    await discard(upload, context)
    return sendReply(reply, operation.replay)
  }
  try {
    return sendReply(
      reply,
      await performOperation(route, exchange, operation.held, () =>
        receive({ ...exchange.input, body: undefined }, upload),
      ),
    )
  } catch (thrown) {
    // After any other failure somebody may refer to the files already, and a retry goes on with them.
    const error = toServiceError(thrown)
    if (!error.retryable && error.status < 500) await discard(upload, context)
    throw thrown
  }
}

async function receiveFiles(receive: typeof receiveUpload, rule: UploadRule, { request, reply, input }: Exchange) {
  try {
    return await receive(request, rule, { context: input.context, signal: input.clientSignal() })
  } catch (error) {
    if (!(await drain(request.raw))) reply.header('connection', 'close')
    throw error
  }
}

/** What a form says, for telling a retry from another request under the same key. */
const saidBy = ({ fields, files, refused }: Upload) => ({
  fields,
  files: files.map(({ filename, sha256 }) => [filename, sha256]),
  refused: refused.map(({ filename, code }) => [filename, code]),
})

/** Of a route that takes nothing but a form: another type is refused as such, and a missing form by its missing file. */
function formRequired({ field, extensions = documentExtensions }: UploadRule, contentType: string): ServiceError {
  const kinds = extensions === 'any' ? 'a file' : extensions.join(' ')
  const wanted = `A multipart/form-data form is required, with \`${field}\`: ${kinds}`
  return contentType === ''
    ? new ServiceError('invalid_request', { detail: wanted, errors: [{ path: field, message: wanted }] })
    : new ServiceError('unsupported_media_type', { detail: wanted })
}
