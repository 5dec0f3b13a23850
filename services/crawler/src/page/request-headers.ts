import { version } from '@frontdesk/contracts'

/** Says who asks, honestly, and where to read about it when the operator said so. */
export const requestHeaders = (publicUrl: string | undefined, accept: string): Record<string, string> => ({
  'user-agent': `Frontdesk/${version} (${publicUrl ? `+${publicUrl}` : 'customer-support knowledge crawler'})`,
  accept,
})
