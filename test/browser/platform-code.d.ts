/** In place of the whole platform, for tsc alone: `@frontdesk/testing` says what tests see of it. */
export const startEmbedded: (...options: any[]) => Promise<any>
export const clearNamespace: (...options: any[]) => Promise<void>
export const services: { name: string }[]
