import { expect, test } from 'vitest'
import { parseDiff } from './parse-diff.ts'

const diff = `--- version 1
+++ version 2
@@ -1,4 +1,4 @@
 # Returns
-Returns are free within 30 days.
+Returns are free within 60 days.
 Keep the receipt.
-Old line.
@@ -20,1 +20,2 @@
 End
+New line.
\\ No newline at end of file`

test('changed lines stand beside each other, with the part that changed', () => {
  const [first] = parseDiff(diff)
  const row = first![1]!
  const part = ({ text, changed }: NonNullable<typeof row.before>) => text.slice(changed!.start, changed!.end)
  expect([row.before!.number, part(row.before!), row.after!.number, part(row.after!)]).toEqual([2, '30', 2, '60'])
})

test('added and removed lines stand alone, and every hunk counts its own lines', () => {
  const [first, second] = parseDiff(diff)
  expect(first!.at(-1)).toEqual({ before: { number: 4, text: 'Old line.' }, isChanged: true })
  expect(second).toEqual([
    { before: { number: 20, text: 'End' }, after: { number: 20, text: 'End' }, isChanged: false },
    { after: { number: 21, text: 'New line.' }, isChanged: true },
  ])
})

test('equal texts have no hunks, and lines that look like a head of a file are lines', () => {
  expect(parseDiff('')).toEqual([])
  expect(parseDiff('@@ -1 +1 @@\n--- a\n+++ b')).toEqual([
    [
      {
        before: { number: 1, text: '-- a', changed: { start: 0, end: 4 } },
        after: { number: 1, text: '++ b', changed: { start: 0, end: 4 } },
        isChanged: true,
      },
    ],
  ])
})
