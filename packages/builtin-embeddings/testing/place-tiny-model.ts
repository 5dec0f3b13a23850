import { placeModel } from '../src/prepare-builtin-embeddings.ts'
import { tinyFile } from './tiny-weights.ts'

/** Places a tiny model in `folder`, a stand-in for the built-in one: its vectors tell texts apart and mean nothing. */
export const placeTinyModel = (folder: string): Promise<void> => placeModel(folder, tinyFile())
