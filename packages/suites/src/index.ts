export { judgeTurn } from './judge-turn.ts'
export { failedTurn, nextQuestion, type Simulated, turnResultOf, waitingTurn } from './next-question.ts'
export { hasPassed, reportScenario } from './report-scenario.ts'
export { FileError, readConfigurationFile, readSuiteFile, writeSuiteFile } from './suite-file.ts'
