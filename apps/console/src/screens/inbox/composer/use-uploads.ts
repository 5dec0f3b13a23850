import { useRef, useState } from 'react'
import { client } from '../../../app/client.ts'
import type { DraftFile } from '../../../app/drafts.ts'
import { noteSignedOut } from '../../../app/query-client.ts'
import { type FileFault, faultOfFiles } from './check-attachments.ts'

/** A file on its way to the server. */
export type Upload = { key: string; name: string; bytes: number; problem?: unknown }
export type Refused = { name: string; bytes: number; fault: FileFault }

/** Uploads files that go with a message; `onFiles` gets all that it has then. */
export function useUploads(files: readonly DraftFile[], onFiles: (files: DraftFile[]) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [refused, setRefused] = useState<readonly Refused[]>([])
  /** Pictures that were chosen here, by the id of the upload. */
  const [previews] = useState(() => new Map<string, string>())
  const latest = useRef(files)
  latest.current = files
  const change = (key: string, problem?: unknown) =>
    setUploads((before) =>
      before.flatMap((each) => (each.key !== key ? [each] : problem === undefined ? [] : [{ ...each, problem }])),
    )

  const upload = async (file: File): Promise<void> => {
    const key = crypto.getRandomValues(new Uint32Array(2)).join('-')
    setUploads((before) => [...before, { key, name: file.name, bytes: file.size }])
    try {
      const { id, filename, contentType, bytes } = await client.post('/api/attachments', { form: { file } })
      if (contentType.startsWith('image/')) previews.set(id, URL.createObjectURL(file))
      onFiles([...latest.current, { id, filename, contentType, bytes }])
      change(key)
    } catch (problem) {
      noteSignedOut(problem)
      change(key, problem)
    }
  }
  return {
    uploads,
    refused,
    previews: previews as ReadonlyMap<string, string>,
    add(chosen: readonly File[]) {
      const checked = chosen.map((file, i) => ({
        file,
        fault: faultOfFiles(file, [...files, ...uploads, ...chosen.slice(0, i).map(({ size }) => ({ bytes: size }))]),
      }))
      setRefused(checked.flatMap(({ file, fault }) => (fault ? [{ name: file.name, bytes: file.size, fault }] : [])))
      for (const { file, fault } of checked) if (!fault) void upload(file)
    },
    remove(id: string) {
      const url = previews.get(id)
      if (url) URL.revokeObjectURL(url)
      previews.delete(id)
      onFiles(files.filter((each) => each.id !== id))
    },
    dismiss: (key: string) => change(key),
  }
}
