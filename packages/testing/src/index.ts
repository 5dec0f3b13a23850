export { type Frontdesk, type StartOptions, startFrontdesk } from './start-frontdesk.ts'
