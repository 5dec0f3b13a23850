/**
 * The number of the configuration of streams and consumers that `declarations.ts` declares. It stands in the metadata of
 * each, so that a newer release changes what is there and an older one, started again during a rolling update, does not
 * change it back. Raised with every change of a declaration; each number says what it changed.
 */
export const configChanges = ['The configuration is numbered, in the metadata of every stream and consumer.'] as const
export const configVersion: number = configChanges.length

const key = 'frontdesk_config'

/** What goes into the metadata. */
export const versioned = (metadata: Record<string, string> = {}): Record<string, string> => ({
  ...metadata,
  [key]: String(configVersion),
})

/** The number that the server has; 0 for what was made before there were numbers. */
export const versionOf = ({ metadata }: { metadata?: Record<string, string> }): number => Number(metadata?.[key] ?? 0)
