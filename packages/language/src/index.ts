export * from './content-words.ts'
export * from './detect-language.ts'
export * from './split-into-sentences.ts'
export * from './tokens.ts'
