import { connectNats, isStreamMissing } from '@frontdesk/nats'
import { deadLetterStream, ownerOfStream } from './declarations.ts'
import { isOwnerIn } from './namespace.ts'

/** Removes every event, group and dead letter of a namespace. For what was made to be thrown away; nobody may use it. */
export async function removeBusNamespace({ url, namespace }: { url: string; namespace: string }): Promise<void> {
  const { manager, close } = await connectNats({ url })
  try {
    const streams = await Array.fromAsync(manager.streams.list())
    for (const { config } of streams) {
      const owner = ownerOfStream(config.name)
      if (owner !== undefined && isOwnerIn(namespace, owner)) await manager.streams.delete(config.name)
    }
    const dead = await manager.streams.info(deadLetterStream, { subjects_filter: '>' })
    for (const subject of Object.keys(dead.state.subjects ?? {})) {
      const tenant = subject.slice('dead.'.length)
      if (isOwnerIn(namespace, tenant)) await manager.streams.purge(deadLetterStream, { filter: subject })
    }
  } catch (error) {
    if (!isStreamMissing(error)) throw error
  } finally {
    await close()
  }
}
