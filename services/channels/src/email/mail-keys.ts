import { hkdfSync } from 'node:crypto'

/** The keys that reply addresses and Message-IDs of ours are signed with; the first one signs, all of them verify. */
export const mailKeysOf = ({ config }: { config: { ENCRYPTION_KEY: string } }): [string, ...string[]] => [
  Buffer.from(hkdfSync('sha256', config.ENCRYPTION_KEY, '', 'frontdesk reply tokens', 32)).toString('base64url'),
]
