import { expect, it } from 'vitest'
import { readQuestions } from './read-questions.ts'

const questions = [
  { question: 'Are returns free, too?', source: 'returns.pdf' },
  { question: 'When do you open?', source: 'src_1' },
]

it('CSV and JSON lines give the same questions, whatever the order of columns', () => {
  const csv = 'Source,note,Question\nreturns.pdf,x,"Are returns free, too?"\nsrc_1,,When do you open?\n'
  expect(readQuestions('q.csv', csv)).toEqual(questions)
  expect(readQuestions('q.jsonl', `${questions.map((each) => JSON.stringify(each)).join('\n')}\n\n`)).toEqual(questions)
})

it.each([
  ['q.csv', 'a,b\n1,2\n', 'columns'],
  ['q.csv', 'question,source\nOnly a question,\n', 'line 2'],
  ['q.jsonl', '{"question":"a","source":"b"}\nnothing', 'line 2'],
  ['q.jsonl', '{"question":"a","source":3}', 'line 1'],
  ['q.csv', 'question,source\n', 'no questions'],
])('%s with %j is refused, and says where', (name, text, said) => {
  expect(() => readQuestions(name, text)).toThrow(said)
})
