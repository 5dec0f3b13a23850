import { type Recalibration, recalibrate } from '@frontdesk/answers'
import type { Progress } from '../turns/outcome.ts'

/** What is said of how sure the pipeline was, corrected by what was said of earlier answers. Other steps stay as they are. */
export function withRecalibration(step: Progress, recalibration: Recalibration | undefined): Progress {
  if (!recalibration) return step
  const corrected = (confidence: number) => recalibrate(confidence, recalibration)
  switch (step.kind) {
    case 'escalated':
      return { ...step, confidence: corrected(step.confidence) }
    case 'answered':
      return {
        ...step,
        confidence: corrected(step.confidence),
        computedConfidence: step.confidence,
        ...(step.answerability !== undefined && { answerability: corrected(step.answerability) }),
      }
    default:
      return step
  }
}
