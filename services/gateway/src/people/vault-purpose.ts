/** What the gateway's secrets at rest are sealed for. */
export const vaultPurpose = 'gateway'
