import { useMessages } from '../../app/language.tsx'
import { Button } from '../button/button.tsx'

type Props = { hasMore: boolean; onMore: () => unknown; className?: string | undefined }

/** Shows the next page of a list, where there is one. */
export function MoreButton({ hasMore, onMore, className }: Props) {
  const messages = useMessages()
  return (
    hasMore && (
      <Button className={className} onClick={() => void onMore()}>
        {messages.more}
      </Button>
    )
  )
}
