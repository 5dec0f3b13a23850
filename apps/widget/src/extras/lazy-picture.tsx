import { useEffect, useState } from 'preact/hooks'
import type { Chat } from '../chat/make-chat.ts'

type Part = typeof import('./picture.tsx').Picture

/** Whether a file is a picture that the platform makes previews of. Messages that wait since an earlier version don't say. */
export const isPicture = ({ contentType = '' }: { contentType?: string; id: string }): boolean =>
  /^image\/(?:png|jpeg|gif|webp)\b/.test(contentType)

/** A picture's preview, whose file is loaded when there is one to show. */
export function Picture(props: { chat: Chat; file: { id: string } }) {
  const [Loaded, setLoaded] = useState<Part>()
  useEffect(() => {
    import('./picture.tsx').then(
      ({ Picture }) => setLoaded(() => Picture),
      () => {},
    )
  }, [])
  return Loaded ? <Loaded {...props} /> : null
}
