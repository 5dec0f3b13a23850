declare module 'snowball-stemmers' {
  /** Throws for a language that it does not know. */
  export function newStemmer(language: string): { stem(word: string): string }
}
