import { toneControlConfig } from '@frontdesk/contracts'
import { toneInWords } from '@frontdesk/models'
import { restyleAnswer } from '../tone/restyle-answer.ts'
import type { PolicyType } from './policy-type.ts'

/** Asks the model for a tone, and gives it to an answer. */
export const toneControl: PolicyType<'Tone Control'> = {
  config: toneControlConfig,
  holds: 'answer',
  sets: 'tone',
  rewrites: true,
  before({ config: { tone } }, _asked, { models }) {
    const reason = models.writesFreely
      ? `the model is asked to write in a tone that is ${tone}`
      : `the local models take no instructions: only a Post-generation policy makes an answer ${tone} there`
    return { decision: 'pass', reason, instruction: `Write in a tone that is ${toneInWords(tone)}.` }
  },
  after: ({ config }, { text }, { models, ...options }) => restyleAnswer(text, config.tone, models, options),
  faults: () => [],
}
