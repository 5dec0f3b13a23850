import { useEffect, useRef } from 'preact/hooks'
import type { Attachment } from '../api/wire.ts'
import type { Chat } from '../chat/make-chat.ts'

const maxWidth = 220
const maxHeight = 160

/** What the visitor has chosen in this tab needs no download. */
const chosen = new Map<string, Blob>()
export const rememberPicture = (id: string, file: Blob) => void chosen.set(id, file)

/** The small picture that the platform makes; never larger than 640 pixels. */
async function readPreview({ session, api }: Chat, id: string): Promise<Blob> {
  const reply = await session.withToken((token) => api.send(`attachments/${id}?preview=true`, { token }))
  return reply.blob()
}

/**
 * A small picture of a file. It is drawn, because a site's policy may allow no pictures but its own (`img-src`). Until it is
 * there, or where it can't be read, nothing is shown.
 */
export function Picture({ chat, file: { id } }: { chat: Chat; file: Pick<Attachment, 'id'> }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isGone = false
    async function draw(): Promise<void> {
      const bitmap = await createImageBitmap(chosen.get(id) ?? (await readPreview(chat, id)))
      const { width, height } = bitmap
      const scale = Math.min(1, maxWidth / width, maxHeight / height)
      const element = canvas.current
      if (isGone || !element) return
      const sharp = Math.min(devicePixelRatio || 1, 1 / scale)
      element.width = Math.round(width * scale * sharp)
      element.height = Math.round(height * scale * sharp)
      element.style.width = `${Math.round(width * scale)}px`
      element.getContext('2d')?.drawImage(bitmap, 0, 0, element.width, element.height)
      element.hidden = false
      bitmap.close()
    }
    draw().catch(() => {})
    return () => {
      isGone = true
    }
  }, [chat, id])
  return <canvas ref={canvas} hidden class="picture" />
}
