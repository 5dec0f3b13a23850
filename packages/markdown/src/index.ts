export { hideMasks, showMasks } from './masks.ts'
export { reduceAsItGrows } from './reduce-as-it-grows.ts'
export { reduceMarkdown } from './reduce-markdown.ts'
export { markdownToHtml, markdownToText, markdownToWhatsApp } from './write-markdown.ts'
