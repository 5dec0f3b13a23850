import { connectNats, isStreamMissing } from '@frontdesk/nats'
import { streamNameOf } from './declarations.ts'

/** Removes what earlier runs of a suite left of an owner: a stream takes a thousand consumers. */
export async function emptyForTest(url: string, owner: string): Promise<void> {
  const { manager, close } = await connectNats({ url })
  await manager.streams.delete(streamNameOf(owner)).catch((error) => {
    if (!isStreamMissing(error)) throw error
  })
  await close()
}
