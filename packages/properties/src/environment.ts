type Environment = Record<string, string | undefined>

/** The environment of the process. Tests of pages for browsers are checked without the types of Node. */
export const environment = (): Environment => (globalThis as unknown as { process: { env: Environment } }).process.env
