import type { Attachment } from '../api/wire.ts'
import type { Chat } from '../chat/make-chat.ts'
import { Icon } from '../views/icon.tsx'
import { textsOf } from './actions.ts'
import { isPicture, Picture } from './lazy-picture.tsx'

type Props = { files: Attachment[]; chat: Chat; change(files: Attachment[]): void }

/** The files of a message that is written; a click removes one. */
export const DraftFiles = ({ files, chat, change }: Props) => (
  <div class="files">
    {files.map((file) => (
      <button
        type="button"
        key={file.id}
        class={isPicture(file) ? 'file shown' : 'file'}
        aria-label={`${textsOf(chat).removeFile}: ${file.filename}`}
        onClick={() => change(files.filter((one) => one !== file))}
      >
        {isPicture(file) ? <Picture chat={chat} file={file} /> : <Icon name="file" />}
        <bdi>{file.filename}</bdi>
        <Icon name="close" />
      </button>
    ))}
  </div>
)
