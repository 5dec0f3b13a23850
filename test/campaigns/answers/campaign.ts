import { type Campaign, tests } from '../campaign.ts'

const command = [
  process.execPath,
  'scripts/bench.ts',
  'answers',
  'answering',
  'contradictions',
  // Fetches the weights that the next one answers with too.
  'meaning',
  'help-centres',
  'topics',
]

export const campaign: Campaign = {
  proves:
    'Both indexes agree on real questions, the built-in embeddings are those of their model, and the figures of answering on labelled questions stand in one table.',
  needs: ['engines'],
  limitMinutes: 20,
  groups: () => [
    tests('agreement', 'long', 5, ['packages/chunk-index/src/agreement.long.test.ts']),
    tests('the built-in embeddings', 'long', 5, ['packages/builtin-embeddings/src/builtin-embeddings.long.test.ts']),
    tests('follow-ups', 'long', 5, ['services/chat/src/turns/restate-question.long.test.ts']),
    { name: 'answers', project: '', command, limitSeconds: 18 * 60 },
  ],
}
