export { type DemoOptions, demo } from './demo.ts'
export { type Platform, services, startPlatform } from './start-platform.ts'
