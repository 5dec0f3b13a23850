import { connectNats } from '@frontdesk/nats'
import { frontOf } from './bucket.ts'

/** Removes every blob of a namespace. For what was made to be thrown away; nobody may use it. */
export async function removeBlobsNamespace({ url, namespace }: { url: string; namespace: string }): Promise<void> {
  const { manager, close } = await connectNats({ url })
  try {
    for (const { config } of await Array.fromAsync(manager.streams.list())) {
      if (config.name.startsWith(`OBJ_${frontOf(namespace)}`)) await manager.streams.delete(config.name)
    }
  } finally {
    await close()
  }
}
