import { hash, randomBytes } from 'node:crypto'

/** 32 random bytes (256 bits) in base64url. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** SHA-256 in hex: what is stored of a token. It has too much entropy to be guessed, so no slow hash is needed. */
export const hashOfToken = (token: string): string => hash('sha256', token, 'hex')

/** Whether a text has the form of a token. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)
