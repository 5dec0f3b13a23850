import { filteredEmailLimits } from '@frontdesk/contracts'
import { descending, removeOld } from '@frontdesk/documents'
import type { ChannelsContext } from '../context.ts'
import { mailRetentionMs } from '../retention/retention-periods.ts'
import type { MailDocument } from './mail-document.ts'

const megabyte = 1024 * 1024
/** Of one channel: how many mails of each state, and how many bytes of them. The oldest give way. */
const maxOf: Record<MailDocument['state'], { count: number; bytes: number }> = {
  filtered: filteredEmailLimits,
  /** Beside the files of messages, which are stored with their messages. */
  message: { count: 100_000, bytes: 2_048 * megabyte },
}
const lookedAt = 2_000

/** Removes the oldest mails of a channel that are more, or have more bytes, than it may have. */
export async function removeOverLimits(
  channelId: string,
  state: MailDocument['state'],
  { tenant, collections, blobs }: Pick<ChannelsContext, 'tenant' | 'collections' | 'blobs'>,
): Promise<void> {
  const max = maxOf[state]
  let [count, bytes] = [0, 0]
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof collections.mails.scan>> = await collections.mails.scan(tenant, {
      along: { channelId, state },
      sort: descending('receivedAt'),
      lookAtMost: lookedAt,
      limit: lookedAt,
      cursor,
      fields: ['bytes'],
    })
    for (const { id, values } of page.items) {
      count++
      bytes += Number(values[0])
      if (count <= max.count && bytes <= max.bytes) continue
      const stored = await collections.mails.get(tenant, id)
      if (!stored) continue
      await blobs.remove(tenant, stored.body.blobId)
      await collections.mails.remove(tenant, id)
    }
    cursor = page.nextCursor
  } while (cursor !== null)
}

/** Removes mails that are too old, and originals of messages beyond the limits of their channels. */
export async function purgeMails(context: ChannelsContext): Promise<void> {
  const { collections, clock, signal, blobs } = context
  const before = new Date(clock.now() - mailRetentionMs).toISOString()
  await removeOld(
    collections.mails,
    {
      field: 'receivedAt',
      before,
      async remove({ tenant, id, body }) {
        await blobs.remove(tenant, body.blobId)
        await collections.mails.remove(tenant, id)
      },
    },
    signal,
  )
  const accounts = await collections.accounts.findAcrossTenants({ where: { kind: 'email' }, limit: 1_000 })
  for (const { tenant, id } of accounts) {
    if (signal.aborted) return
    await removeOverLimits(id, 'message', { tenant, collections, blobs })
  }
}
