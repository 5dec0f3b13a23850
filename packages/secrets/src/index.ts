export { openSealedBox, type SealedBox, sealFor } from './sealed-box.ts'
export { openVault, type Vault } from './vault.ts'
