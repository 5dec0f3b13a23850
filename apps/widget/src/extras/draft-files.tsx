import type { Attachment } from '../api/wire.ts'
import type { Texts } from '../texts/texts.ts'
import { Icon } from '../views/icon.tsx'

type Props = { files: Attachment[]; texts: Texts; change(files: Attachment[]): void }

/** The files of a message that is written; a click removes one. */
export const DraftFiles = ({ files, texts, change }: Props) => (
  <div class="files">
    {files.map((file) => (
      <button
        type="button"
        key={file.id}
        class="file"
        aria-label={`${texts.removeFile}: ${file.filename}`}
        onClick={() => change(files.filter((one) => one !== file))}
      >
        <Icon name="file" />
        <bdi>{file.filename}</bdi>
        <Icon name="close" />
      </button>
    ))}
  </div>
)
