import { globSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Removes from the dependencies of the image what no process of Frontdesk can load. Run in the build, in the folder that
 * has `node_modules`. A path that matches nothing fails the build: a new release of that package has to be looked at.
 */
const everywhere = [
  // Node loads no types, no TypeScript of a dependency and no source map that it isn't asked for.
  '**/*.{ts,mts,cts,map,flow}',
  // Licences stay, whatever their form.
  '**/{README,CHANGELOG,HISTORY,CONTRIBUTING,SECURITY}*.md',
  // At the top of a package; deeper such a folder may be code. test/outside/image-files.ts looks for imports of what is gone.
  '*/node_modules/{*,@*/*}/{test,tests,spec,specs,fixture,fixtures,docs,example,examples,bench,benchmark,benchmarks}',
  '*/node_modules/{*,@*/*}/{.github,.vscode,.buildkite}',
  '*/node_modules/{*,@*/*}/{test,tests,test-*,bench,benchmark,example}.{js,cjs,mjs}',
  '**/{__tests__,__mocks__,__snapshots__}',
  '**/*.{test,test-d,spec,bench}.{js,cjs,mjs}',
]

/** By package: parts that only browsers, other module systems or features that Frontdesk does not use would load. */
const parts: Record<string, string[]> = {
  // Opened by the legacy build alone, unminified, without scripting and without the viewer.
  'pdfjs-dist': [
    'build',
    'image_decoders',
    'legacy/{image_decoders,web}',
    'legacy/build/*.min.mjs',
    'legacy/build/pdf.sandbox.mjs',
    'types',
    'web',
  ],
  // Node reads the .wasm beside its loader. Version 7 loads the full cores, also when it is asked for LSTM only.
  'tesseract.js-core': ['*.wasm.js', '*-lstm.{js,wasm}'],
  'tesseract.js': ['dist', 'scripts'],
  // Read are the files of 4.0.0_best_int.
  '@tesseract.js-data/eng': ['4.0.0'],
  '@tesseract.js-data/swe': ['4.0.0'],
  'gpt-tokenizer': ['cjs', 'data', 'esm/fixtures', 'esm/bpeRanks/{p50k,r50k}_base.js'],
  // Browsers load these; Node loads build/index.cjs.
  jschardet: ['dist'],
  eld: ['src/ngrams/{large,medium,small}.js', 'src/entries/{dynamic,static.large,static.medium,static.small}.js'],
  'libphonenumber-js': ['bundle', 'build', 'es6-modern'],
  stdnum: ['lib/esm', 'src'],
  zlibjs: ['bin/*.dev.min.js'],
  'apache-arrow': ['src'],
  zod: ['src'],
  // Tests, under names that code has elsewhere.
  '@scalar/helpers': ['dist/testing'],
  fastify: ['integration'],
  yaml: ['dist/test-events.js'],
  openai: ['src'],
  // Libraries for other systems than that of the image.
  'onnxruntime-node': ['bin/napi-v6/{darwin,win32}', `bin/napi-v6/linux/${process.arch === 'arm64' ? 'x64' : 'arm64'}`],
}

const modules = resolve('node_modules/.pnpm')
const unmatched: string[] = []

/** Removes every file and folder that these patterns name in a folder; true when there was one. */
function removeFrom(folder: string, pattern: string): boolean {
  const found = globSync(pattern, { cwd: folder })
  for (const path of found) rmSync(join(folder, path), { recursive: true, force: true })
  return found.length > 0
}

for (const [name, patterns] of Object.entries(parts)) {
  // Links between packages have their target's place in the same tree: only a package's own folder is a directory.
  const folders = globSync(`*/node_modules/${name}`, { cwd: modules, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const pattern of patterns) {
    const removed = folders.map((folder) => removeFrom(folder, pattern))
    if (!removed.includes(true)) unmatched.push(`${name}: ${pattern}`)
  }
}
for (const pattern of everywhere) removeFrom(modules, pattern)
if (unmatched.length > 0) {
  console.error(`prune-modules: nothing to remove at\n  ${unmatched.join('\n  ')}`)
  process.exit(1)
}
