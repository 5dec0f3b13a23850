export { limitMs, runs } from './runs.ts'
export { randomNumbers } from './seed.ts'
