import type { Attachment } from '../api/wire.ts'
import type { Chat } from '../chat/make-chat.ts'
import { Icon } from '../views/icon.tsx'

/** A message's files. They open in a tab of their own, fetched with the visitor's token. */
export function Attachments({ chat, files }: { chat: Chat; files: Attachment[] }) {
  return (
    <div class="files">
      {files.map((file) => (
        <button
          type="button"
          key={file.id}
          class="file"
          onClick={() => void import('./attachments.ts').then(({ openFile }) => openFile(chat, file.id, file.filename))}
        >
          <Icon name="file" />
          <bdi>{file.filename}</bdi>
        </button>
      ))}
    </div>
  )
}
