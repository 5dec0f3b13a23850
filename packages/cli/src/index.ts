export { type Platform, services, startPlatform } from './start-platform.ts'
