import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { queryClient } from '../../app/query-client.ts'
import { Button } from '../../components/button/button.tsx'
import { ConfirmDialog } from '../../components/form-dialog/form-dialog.tsx'
import styles from './contacts.module.css'
import { ImportReport, useImport } from './import-report.tsx'
import { useContactTexts } from './texts.ts'
import { readContactsAgain } from './use-contacts.ts'

/** An import that was started: how far it is, what it did, and undoing it. */
export function ImportPage() {
  const texts = useContactTexts()
  const { import: importId } = useParams({ from: '/frame/contacts/import/$import' })
  const job = useImport(importId)
  const [isUndoing, setUndoing] = useState(false)
  const canUndo = !job.error && job.data?.state === 'finished' && !job.data.dryRun && job.data.undo === undefined
  return (
    <main className={styles.contacts}>
      <p>
        <Link to="/contacts">{texts.back}</Link>
      </p>
      <h1>{texts.importTitle}</h1>
      <ImportReport job={job} />
      {job.data?.undo && <p role="status">{job.data.undo === 'finished' ? texts.undoDone : texts.undoRunning}</p>}
      {canUndo && (
        <div className={styles.actions}>
          <Button look="danger" onClick={() => setUndoing(true)}>
            {texts.undo}
          </Button>
        </div>
      )}
      {isUndoing && (
        <ConfirmDialog
          title={texts.undoTitle}
          text={texts.undoText}
          confirm={texts.undo}
          onConfirm={async () => {
            await client.post('/api/contacts/imports/{importId}/undo', { path: { importId } })
            await queryClient.invalidateQueries({ queryKey: ['imports', importId] })
            readContactsAgain()
          }}
          onClose={() => setUndoing(false)}
        />
      )}
    </main>
  )
}
