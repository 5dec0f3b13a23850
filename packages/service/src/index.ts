export * from './clock.ts'
export * from './define.ts'
export * from './log.ts'
export * from './ports.ts'
