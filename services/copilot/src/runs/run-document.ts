import type { copilotResult } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import type { z } from 'zod'

type Result = z.output<typeof copilotResult>

/**
 * One finished run of an action: what was answered, so that the same operation answers it again. Runs of releases before
 * have no `outcome`.
 */
export type RunDocument = Omit<Result, 'outcome'> & Partial<Pick<Result, 'outcome'>> & { createdAt: string }

export const runs = collection<RunDocument>('copilot-runs', [{ fields: ['conversationId', 'createdAt'] }])
