import { Button } from '../../../components/button/button.tsx'
import { CopyText } from '../../../components/copy-text/copy-text.tsx'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { useTexts } from '../texts.ts'
import { useWidgetTexts } from './texts.ts'

/** Shows the secret of a widget, this once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const shared = useTexts()
  const texts = useWidgetTexts()
  return (
    <Dialog title={texts.secretTitle} onClose={onClose}>
      <p>{texts.secretText}</p>
      <CopyText label={texts.secret} text={secret} copy={shared.copy} copied={shared.copied} />
      <Button look="primary" onClick={onClose}>
        {shared.done}
      </Button>
    </Dialog>
  )
}
