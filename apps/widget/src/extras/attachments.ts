import { ApiError } from '../api/api-error.ts'
import type { VisitorApi } from '../api/visitor-api.ts'
import type { Attachment } from '../api/wire.ts'
import type { Chat } from '../chat/make-chat.ts'
import { textsOf } from './actions.ts'
import { isPicture } from './lazy-picture.tsx'

const maxBytes = 10_000_000
const maxFiles = 5
/** What a browser may show by itself. SVG and HTML could run scripts, so they are saved. */
const shown = /^(?:image\/(?:png|jpeg|gif|webp)|application\/pdf|text\/plain)\b/

function upload(api: VisitorApi, token: string, file: File): Promise<Attachment> {
  const body = new FormData()
  body.append('file', file)
  return api.json<Attachment>('attachments', { method: 'POST', token, body })
}

/** Uploads files one after the other, to those that a message has already. A file that is too large is refused before it is sent. */
export async function addFiles(chat: Chat, files: Attachment[], chosen: File[]) {
  const { session, api } = chat
  const texts = textsOf(chat)
  if (files.length + chosen.length > maxFiles) return { files, problem: texts.tooManyFiles }
  const uploaded: Attachment[] = []
  const problems: string[] = []
  for (const file of chosen) {
    if (file.size > maxBytes) problems.push(texts.fileTooLarge(file.name))
    else {
      try {
        const added = await session.withToken((token) => upload(api, token, file))
        uploaded.push(added)
        if (isPicture(added)) (await import('./picture.tsx')).rememberPicture(added.id, file)
      } catch (error) {
        const isUnreachable = error instanceof ApiError && error.isTemporary
        problems.push(isUnreachable ? texts.unreachable : texts.fileRefused(file.name))
      }
    }
  }
  return { files: [...files, ...uploaded], problem: problems.join(' ') }
}

/** Opens a file in a tab of its own, or saves it. */
export async function openFile({ session, api, store }: Chat, id: string, filename: string): Promise<void> {
  try {
    const reply = await session.withToken((token) => api.send(`attachments/${id}`, { token }))
    const blob = await reply.blob()
    const url = URL.createObjectURL(blob)
    const link = document.createElement('a')
    link.href = url
    if (shown.test(blob.type)) link.target = '_blank'
    else link.download = filename
    link.rel = 'noopener'
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  } catch {
    store.set({ announcement: textsOf({ store }).fileUnavailable })
  }
}
