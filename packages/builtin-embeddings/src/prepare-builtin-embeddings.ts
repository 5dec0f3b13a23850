import { access, chmod, mkdir, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { buildEncoder } from './onnx/build-encoder.ts'
import { type FetchOptions, fetchWeights } from './weights/fetch-weights.ts'
import { keepVocabulary } from './weights/keep-vocabulary.ts'
import { readWeights } from './weights/read-weights.ts'
import { licence, source } from './weights/source.ts'

/** The converted model within a folder of such. Another conversion gets another name, so that two versions can share it. */
export const modelFolder = (folder: string) => join(folder, 'multilingual-e5-small-2')

/** The files of a converted model. `embeddings` has a row of 4-bit numbers for each piece. */
export const modelFiles = {
  encoder: 'encoder.onnx',
  vocabulary: 'vocabulary.bin',
  embeddings: 'embeddings.bin',
  about: 'about.json',
}

/** Whether `folder` holds the model that this version reads. */
export function hasBuiltinEmbeddings(folder: string): Promise<boolean> {
  return access(join(modelFolder(folder), modelFiles.about)).then(
    () => true,
    () => false,
  )
}

/** The name of the model in `folder`, which another conversion changes too, and how many numbers its vectors have. */
export async function readBuiltinModel(folder: string): Promise<{ model: string; dimensions: number }> {
  const { dimensions } = JSON.parse(await readFile(join(modelFolder(folder), modelFiles.about), 'utf8'))
  return { model: `builtin-${basename(modelFolder(folder))}`, dimensions }
}

/** Loads the runtime of the model. Throws where it can't run: it is not installed, or not made for this processor or system. */
export async function loadRuntime(): Promise<void> {
  await import('onnxruntime-node')
}

/**
 * Makes the built-in model in `folder`, unless it is there: fetches the weights (72 MB), converts them, and puts the files in
 * place at once, so that a conversion that is killed leaves nothing that would be read. Throws `WeightsUnavailable`.
 */
export async function prepareBuiltinEmbeddings(folder: string, options: FetchOptions = {}): Promise<void> {
  if (await hasBuiltinEmbeddings(folder)) return
  await placeModel(folder, await fetchWeights(options))
}

/** Converts weights that were read, and puts the files in place. */
export async function placeModel(folder: string, file: Buffer): Promise<void> {
  const weights = readWeights(file)
  await mkdir(folder, { recursive: true })
  const unfinished = await mkdtemp(join(folder, 'unfinished-'))
  try {
    await writeDurably(join(unfinished, modelFiles.encoder), buildEncoder(weights))
    await writeDurably(join(unfinished, modelFiles.vocabulary), keepVocabulary(weights))
    await writeDurably(join(unfinished, modelFiles.embeddings), weights.blocks('emb.word').bytes)
    await writeDurably(join(unfinished, 'LICENSE.txt'), Buffer.from(licence))
    const about = { model: 'multilingual-e5-small', dimensions: weights.header.hidden, licence: 'MIT', source }
    await writeDurably(join(unfinished, modelFiles.about), Buffer.from(`${JSON.stringify(about, undefined, 2)}\n`))
    // A folder with a random name is made for its owner alone; the model is no secret.
    await chmod(unfinished, 0o755)
    await rename(unfinished, modelFolder(folder))
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // Another process was first: a folder that has files isn't replaced, and its files are the same.
    if (!(await hasBuiltinEmbeddings(folder))) throw error
  }
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
