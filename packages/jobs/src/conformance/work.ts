import { collection } from '@frontdesk/documents'
import type { Context } from '@frontdesk/service'
import type { z } from 'zod'
import type { Leased } from '../index.ts'

export type Work = Leased & { done: number; state?: 'finished' | 'failed' }

const works = collection<Work>('test-jobs', [{ fields: ['dueAt'], acrossTenants: true }])

export const collections = { works }

export type WorkContext = Context<never, z.ZodType, typeof collections>
