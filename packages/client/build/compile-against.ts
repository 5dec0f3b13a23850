import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'

/**
 * What TypeScript says of code that uses the types which openapi-typescript, with its usual options, makes of a document. The
 * code imports them from `./api.ts`.
 */
export async function faultsAgainst(document: object, code: string): Promise<string[]> {
  const files: Record<string, string> = {
    '/api.ts': astToString(await openapiTS(structuredClone(document) as OpenAPI3)),
    '/code.ts': code,
  }
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, skipLibCheck: true, types: [] },
    ...{ target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, lib: ['lib.es2022.d.ts'] },
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const usual = ts.createCompilerHost(options)
  const host: ts.CompilerHost = {
    ...usual,
    fileExists: (name) => name in files || usual.fileExists(name),
    readFile: (name) => files[name] ?? usual.readFile(name),
    getSourceFile: (name, version) =>
      files[name] === undefined ? usual.getSourceFile(name, version) : ts.createSourceFile(name, files[name], version),
  }
  const program = ts.createProgram(['/code.ts'], options, host)
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}
