import type { Client, estypes } from '@elastic/elasticsearch'
import { indexOf } from './names.ts'
import { reaching } from './reaching.ts'

type Declaration = Pick<estypes.IndicesCreateRequest, 'settings' | 'mappings'>

/** Creates indices once a process, whichever process is first. */
export function indexDeclarer(client: Client) {
  const declared = new Map<string, Promise<void>>()

  return {
    /** Creates an index and its alias; `update` brings one up to date that is there. What failed is tried anew by the next call. */
    declare(
      alias: string,
      declaration: Declaration,
      update = async (_index: string): Promise<void> => {},
    ): Promise<void> {
      const known = declared.get(alias)
      if (known) return known
      const index = indexOf(alias)
      const creating = reaching(async () => {
        try {
          await client.indices.create({ index, ...declaration, aliases: { [alias]: {} } })
        } catch (error) {
          if (!String((error as Error).message).includes('resource_already_exists_exception')) throw error
          await update(index)
        }
      })
      creating.catch(() => declared.delete(alias))
      declared.set(alias, creating)
      return creating
    },

    /** Someone removed the index, or every one: the next write creates it again. */
    forget(alias?: string): void {
      if (alias === undefined) declared.clear()
      else declared.delete(alias)
    },
  }
}
