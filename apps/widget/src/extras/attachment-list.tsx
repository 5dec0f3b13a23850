import type { Attachment } from '../api/wire.ts'
import type { Chat } from '../chat/make-chat.ts'
import { Icon } from '../views/icon.tsx'
import { isPicture, Picture } from './lazy-picture.tsx'

/** A message's files, pictures with a preview. They open in a tab of their own, fetched with the visitor's token. */
export function Attachments({ chat, files }: { chat: Chat; files: Pick<Attachment, 'id' | 'filename'>[] }) {
  return (
    <div class="files">
      {files.map((file) => (
        <button
          type="button"
          key={file.id}
          class={isPicture(file) ? 'file shown' : 'file'}
          onClick={() => void import('./attachments.ts').then(({ openFile }) => openFile(chat, file.id, file.filename))}
        >
          {isPicture(file) ? <Picture chat={chat} file={file} /> : <Icon name="file" />}
          <bdi>{file.filename}</bdi>
        </button>
      ))}
    </div>
  )
}
