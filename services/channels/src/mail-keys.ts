import { hkdfSync } from 'node:crypto'
import type { ChannelsContext } from './context.ts'

/** The keys that reply addresses and Message-IDs are signed with, the one for new ones first. */
export const mailKeys = ({ config, tenant }: Pick<ChannelsContext, 'config' | 'tenant'>): string[] => [
  Buffer.from(hkdfSync('sha256', config.ENCRYPTION_KEY, '', `frontdesk mail of ${tenant}`, 32)).toString('base64'),
]
