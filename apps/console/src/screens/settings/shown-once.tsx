import type { ReactNode } from 'react'
import { Button } from '../../components/button/button.tsx'
import { CopyText } from '../../components/copy-text/copy-text.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { useTexts } from './texts.ts'

type Props = { title: string; text: string; label: string; secret: string; onClose: () => void; children?: ReactNode }

/** Shows a key, a secret or a link to be copied, this once. */
export function ShownOnce({ title, text, label, secret, onClose, children }: Props) {
  const shared = useTexts()
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <CopyText label={label} text={secret} />
      {children}
      <Button look="primary" onClick={onClose}>
        {shared.done}
      </Button>
    </Dialog>
  )
}
