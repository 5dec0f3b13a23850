import fc from 'fast-check'
import { expect, it } from 'vitest'
import { circuitBreaker, sharedBreaker } from './circuit-breaker.ts'

function start() {
  let at = 0
  const breaker = circuitBreaker({ name: 'chat-1', now: () => at, random: () => 0 })
  const fail = (times: number) => {
    for (let i = 0; i < times; i++) breaker.enter().failed()
  }
  return { breaker, fail, pass: (ms: number) => (at += ms) }
}

it('opens after five failures in a row, and then fails at once', () => {
  const { breaker, fail } = start()
  fail(4)
  breaker.enter().succeeded()
  fail(4)
  expect(breaker.state()).toBe('closed')
  fail(1)
  expect(breaker.state()).toBe('open')
  expect(() => breaker.enter()).toThrow(expect.objectContaining({ code: 'model_unavailable' }))
})

it('lets one probe through after a pause, closes when it succeeds, waits twice as long when it fails', () => {
  const { breaker, fail, pass } = start()
  fail(5)
  pass(5_000)
  const probe = breaker.enter()
  expect(breaker.state()).toBe('half-open')
  expect(() => breaker.enter()).toThrow()
  probe.failed()
  pass(9_999)
  expect(breaker.state()).toBe('open')
  pass(1)
  const second = breaker.enter()
  second.responded()
  expect(breaker.state()).toBe('closed')
  second.succeeded()
  fail(4)
  expect(breaker.state()).toBe('closed')
})

it('opens again when the endpoint starts an answer and then breaks it off', () => {
  const { breaker, fail, pass } = start()
  fail(5)
  pass(5_000)
  const probe = breaker.enter()
  probe.responded()
  probe.failed()
  expect(breaker.state()).toBe('open')
})

it('lets the next caller probe when the caller of a probe left', () => {
  const { breaker, fail, pass } = start()
  fail(5)
  pass(5_000)
  breaker.enter().left()
  breaker.enter().succeeded()
  expect(breaker.state()).toBe('closed')
})

it('waits as long as the endpoint asks', () => {
  const { breaker, fail, pass } = start()
  fail(4)
  breaker.enter().failed(30_000)
  pass(29_999)
  expect(breaker.state()).toBe('open')
  pass(1)
  expect(breaker.state()).toBe('half-open')
})

it('never has more than one probe, and always allows one eventually', () => {
  const step = fc.constantFrom('enter', 'fail', 'succeed', 'leave', 'respond', 'wait')
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { breaker, pass } = start()
      const underWay: ReturnType<typeof breaker.enter>[] = []
      for (const each of steps) {
        if (each === 'wait') pass(2_500)
        else if (each === 'enter') {
          const before = breaker.state()
          try {
            underWay.push(breaker.enter())
            if (before === 'half-open') expect(() => breaker.enter()).toThrow()
          } catch {
            expect(before).not.toBe('closed')
          }
        } else {
          const one = underWay.shift()
          if (each === 'fail') one?.failed()
          if (each === 'succeed') one?.succeeded()
          if (each === 'leave') one?.left()
          if (each === 'respond') one?.responded()
        }
      }
      for (const one of underWay) one.left()
      pass(72_000)
      breaker.enter().succeeded()
      expect(breaker.state()).toBe('closed')
    }),
  )
})

it('is shared by all callers of one endpoint and model', () => {
  expect(sharedBreaker('http://a/v1', 'm')).toBe(sharedBreaker('http://a/v1', 'm'))
  expect(sharedBreaker('http://a/v1', 'm')).not.toBe(sharedBreaker('http://a/v1', 'n'))
})

it('adds up the requests by their end, what it refused, and tokens', () => {
  const { breaker, fail } = start()
  breaker.enter().succeeded()
  breaker.enter().left()
  fail(5)
  expect(() => breaker.enter()).toThrow()
  breaker.used({ promptTokens: 100, completionTokens: 20 })
  breaker.used({ promptTokens: 1, completionTokens: 2 })
  expect(breaker.totals()).toEqual({
    requests: { succeeded: 1, failed: 5, left: 1, refused: 1 },
    tokens: { prompt: 101, completion: 22 },
  })
})
