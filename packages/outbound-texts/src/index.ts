export { releaseTexts } from './release-texts.ts'
