import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Command, conflictOf, fixedCommands, keysWith, usualKeys } from './usual-keys.ts'

it('chosen keys take the place of the first ones; fixed and unknown commands stay as they are', () => {
  const all = keysWith({ next: 'n', back: 'b', whatever: 'w' })
  expect(all.next).toEqual(['n', 'ArrowDown'])
  expect(all.back).toEqual(usualKeys.back)
  expect(Object.keys(all)).toEqual(Object.keys(usualKeys))
})

it('no two shortcuts are alike, nor does one begin another', () => {
  for (const command of Object.keys(usualKeys) as Command[])
    for (const keys of usualKeys[command]) expect(conflictOf(keys, command, usualKeys), command).toBeUndefined()
})

it('whatever is chosen without a conflict, every shortcut can still be told from the others', () => {
  const commands = (Object.keys(usualKeys) as Command[]).filter((command) => !fixedCommands.has(command))
  const choice = fc.tuple(fc.constantFrom(...commands), fc.stringMatching(/^[a-z](?: [a-z])?$/))
  fc.assert(
    fc.property(fc.array(choice, { maxLength: 30 }), (choices) => {
      let chosen: Record<string, string> = {}
      for (const [command, keys] of choices) {
        if (conflictOf(keys, command, keysWith(chosen)) === undefined) chosen = { ...chosen, [command]: keys }
      }
      const all = keysWith(chosen)
      for (const command of commands)
        for (const keys of all[command]) expect(conflictOf(keys, command, all)).toBeUndefined()
    }),
  )
})
