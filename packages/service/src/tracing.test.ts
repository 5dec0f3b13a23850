import { expect, it } from 'vitest'
import { tracedName } from './tracing.ts'

it.each([
  [{}, ['chat'], 'frontdesk-chat'],
  [{}, ['chat', 'gateway'], 'frontdesk'],
  [{ OTEL_SERVICE_NAME: 'ours' }, ['chat'], 'ours'],
  [{ OTEL_SERVICE_NAME: '' }, ['chat'], 'frontdesk-chat'],
])('spans of %j with the services %j come from %s', (env, names, expected) => {
  expect(
    tracedName(
      env,
      names.map((name) => ({ name })),
    ),
  ).toBe(expected)
})
