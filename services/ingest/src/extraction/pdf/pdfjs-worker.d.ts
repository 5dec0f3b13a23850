declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  /** The half of pdfjs that parses; the package has no types for it. */
  export const WorkerMessageHandler: { initializeFromPort(port: unknown): void }
}
