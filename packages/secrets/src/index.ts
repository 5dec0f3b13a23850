export { type Letterbox, openLetterbox, sealFor } from './letterbox.ts'
export { openVault, type Vault } from './vault.ts'
