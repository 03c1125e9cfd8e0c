import { expect, test } from 'vitest'
import { type Options, stageHedging } from './test-hedging.ts'

test.each([
  ['streamed', true],
  ['whole', false],
])('the second is asked when the first is late, and answers when it is sooner: %s', async (_name, stream) => {
  const here = stageHedging(stream)
  const done = here.run()
  here.late()
  await here.of('b').asked
  here.of('b').answers('from b')
  expect(await done).toBe('answered')
  expect(here.text()).toContain('from b')
  expect(here.heads).toMatchObject([{ 'x-who': 'b' }])
  expect(here.of('a').ended).toEqual(['hedged'])
  expect(here.trail()).toEqual([
    [1, 'a', 'hedged'],
    [2, 'b', 'chosen'],
  ])
  expect(here.notes).toEqual({ asking: ['a', 'b'], lost: ['a'], answered: ['b'], settled: 1 })
  expect(here.held()).toEqual([0, 0])
})

test.each([
  ['streamed', true],
  ['whole', false],
])('the first still answers when it is sooner after all, and the second is ended: %s', async (_name, stream) => {
  const here = stageHedging(stream)
  const done = here.run()
  here.late()
  await here.of('b').asked
  here.of('a').answers('from a')
  expect(await done).toBe('answered')
  expect(here.text()).toContain('from a')
  expect(here.heads).toMatchObject([{ 'x-who': 'a' }])
  expect(here.of('b').ended).toEqual(['hedged'])
  // Numbered as they were asked; who answers is told last.
  expect(here.trail()).toEqual([
    [2, 'b', 'hedged'],
    [1, 'a', 'chosen'],
  ])
  expect(here.notes).toEqual({ asking: ['a', 'b'], lost: ['b'], answered: ['a'], settled: 1 })
})

test('whoever answers in time is alone, and nothing waits any more', async () => {
  const here = stageHedging(true)
  here.of('a').answers('from a')
  expect(await here.run()).toBe('answered')
  expect(here.trail()).toEqual([[1, 'a', 'chosen']])
  expect(here.due.map(({ aborted }) => aborted)).toEqual([true])
})

test('both ready at once: one goes out, and the other is ended although its provider’s answers are read to their end', async () => {
  const here = stageHedging(false, { drains: true })
  const done = here.run()
  here.late()
  await here.of('b').asked
  here.of('a').answers('from a')
  here.of('b').answers('from b')
  expect(await done).toBe('answered')
  expect(here.text()).toContain('from a')
  expect(here.text()).not.toContain('from b')
  expect(here.of('b').ended).toEqual(['hedged'])
  expect(here.notes.settled).toBe(1)
  // Its answer was made, and is paid for.
  expect(here.costs()).toEqual([110n, 0n])
})

test('both ready at once and the caller gone: of the one that lost nothing stays open, whenever that was', async () => {
  for (let turns = 1; turns < 20; turns += 1) {
    const here = stageHedging(false, { drains: true })
    const done = here.run()
    here.late()
    await here.of('b').asked
    here.of('a').answers('from a')
    here.of('b').answers('from b')
    for (let n = 0; n < turns; n += 1) await Promise.resolve()
    here.callerLeaves()
    await done
    const { ended, cancelled } = here.of('b')
    expect([turns, ended.length + cancelled.length > 0]).toEqual([turns, true])
  }
})

test('what the slower one told of its usage is its own cost', async () => {
  const here = stageHedging(true)
  const done = here.run()
  here.of('a').tellsUsage()
  here.late()
  await here.of('b').asked
  here.of('b').answers('from b')
  expect(await done).toBe('answered')
  expect(here.costs()).toEqual([110n, 0n])
})

test('what a failed one told of its usage is its own cost, and nobody answers for it', async () => {
  const here = stageHedging(true)
  const done = here.run()
  here.of('a').tellsUsage()
  here.late()
  await here.of('b').asked
  here.of('a').breaks('reset')
  here.of('b').answers('from b')
  expect(await done).toBe('answered')
  expect(here.costs()).toEqual([110n, 0n])
})

test.each([
  ['is outrun', false],
  ['fails', true],
])('one that %s costs what is asked in the service tier it told', async (_, fails) => {
  const here = stageHedging(true)
  const done = here.run()
  here.of('a').tellsUsage('priority')
  here.late()
  await here.of('b').asked
  if (fails) here.of('a').breaks('reset')
  here.of('b').answers('from b')
  expect(await done).toBe('answered')
  expect(here.costs()).toEqual([330n, 0n])
})

test('a failure of one leaves the other going, whichever it is', async () => {
  for (const [fails, answers] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    const here = stageHedging(true)
    const done = here.run()
    here.late()
    await here.of('b').asked
    here.of(fails).breaks('reset')
    here.of(answers).answers('well')
    expect(await done).toBe('answered')
    expect(here.of(answers).ended).toEqual([])
    expect(here.trail().map(([, name, word]) => [name, word])).toEqual([
      [fails, 'reset'],
      [answers, 'chosen'],
    ])
    expect(here.notes.lost).toEqual([fails])
  }
})

test('when both fail a third is asked only if the request cannot have been executed twice', async () => {
  const busy = stageHedging(true, { names: ['a', 'b', 'c'] })
  const done = busy.run()
  busy.late()
  await busy.of('b').asked
  busy.of('a').refuses(503)
  busy.of('b').refuses(503)
  await busy.of('c').asked
  busy.of('c').answers('from c')
  expect(await done).toBe('answered')
  const lost = stageHedging(true, { names: ['a', 'b', 'c'] })
  const failed = lost.run()
  lost.late()
  await lost.of('b').asked
  lost.of('b').breaks('reset')
  lost.of('a').refuses(503)
  expect(await failed).toBe('upstream_failed')
  expect(lost.trail().map(([, name]) => name)).toEqual(['b', 'a'])
  expect(lost.notes).toMatchObject({ lost: ['b', 'a'], settled: 0 })
  expect(lost.held()).toEqual([0, 0, 0])
})

test('what one says of the caller’s own mistake is told at once, and the other is ended', async () => {
  const here = stageHedging(true)
  const done = here.run()
  here.late()
  await here.of('b').asked
  here.of('b').refuses(400)
  expect(await done).toBe('answered')
  expect(here.of('a').ended).toEqual(['hedged'])
  expect(here.trail()).toEqual([
    [1, 'a', 'hedged'],
    [2, 'b', 'http_400'],
  ])
})

test('a refusal is told inside the stream when its head has gone out while the other was ended', async () => {
  const here = stageHedging(true)
  const done = here.run()
  here.late()
  await here.of('b').asked
  here.of('a').whenEnded(here.headGoes)
  here.of('b').refuses(400)
  expect(await done).toBe('upstream_rejected')
  expect([here.heads, here.text()]).toEqual([[], ''])
  expect(here.held()).toEqual([0, 0])
})

test('a first that fails in time is followed by the second as ever', async () => {
  const here = stageHedging(true, { names: ['a', 'b', 'c'] })
  here.of('a').breaks('connect')
  here.of('b').answers('from b')
  expect(await here.run()).toBe('answered')
  expect(here.trail()).toEqual([
    [1, 'a', 'connect'],
    [2, 'b', 'chosen'],
  ])
  // Nobody is late twice: only the first candidate's silence counts.
  expect(here.due).toHaveLength(1)
})

test.each<[string, Options]>([
  ['nobody else', { names: ['a'] }],
  ['nobody else with room', { refused: { b: 'concurrency' } }],
  ['nothing left to try again with', { budget: 0 }],
])('with %s the first is waited for', async (_name, options) => {
  const here = stageHedging(true, options)
  const done = here.run()
  here.late()
  await here.of('a').asked
  here.of('a').answers('from a')
  expect(await done).toBe('answered')
  expect(here.notes.asking).toEqual(['a'])
  expect(here.of('a').ended).toEqual([])
})

test('a place that was refused for want of budget is still there when the first fails unsent', async () => {
  const here = stageHedging(true, { budget: 0 })
  const done = here.run()
  here.late()
  await here.of('a').asked
  await new Promise((resolve) => setImmediate(resolve))
  here.of('a').breaks('connect')
  here.of('b').answers('from b')
  expect(await done).toBe('answered')
  expect(here.notes.asking).toEqual(['a', 'b'])
})

test('a caller who leaves ends both, and nobody learns anything bad', async () => {
  const here = stageHedging(true)
  const done = here.run()
  here.late()
  await here.of('b').asked
  here.callerLeaves()
  expect(await done).toBe('upstream_failed')
  expect([here.of('a').ended, here.of('b').ended]).toEqual([['caller_gone'], ['caller_gone']])
  expect(here.held()).toEqual([0, 0])
  expect(here.notes.settled).toBe(0)
})

test('whoever has no room when the first is late is asked all the same when that one fails later', async () => {
  const refused: Options['refused'] = { b: 'concurrency' }
  const here = stageHedging(true, { refused })
  const done = here.run()
  here.late()
  await new Promise((resolve) => setImmediate(resolve))
  delete refused['b']
  here.of('a').breaks('reset')
  here.of('b').answers('from b')
  expect(await done).toBe('answered')
  expect(here.text()).toContain('from b')
})

test('a first that is always outrun does not stay as quick as it once was', async () => {
  const here = stageHedging(true)
  here.measured('a', 100)
  const done = here.run()
  here.late()
  await here.of('b').asked
  here.clock.pass(2_000)
  here.of('b').answers('from b')
  await done
  expect(here.usually('a')).toBe(100 + (2_000 - 100) / 5)
})

test('a silence shorter than usual, and that of a second, say nothing of how quick somebody is', async () => {
  const slow = stageHedging(true)
  slow.measured('a', 3_000)
  const done = slow.run()
  slow.late()
  await slow.of('b').asked
  slow.clock.pass(2_000)
  slow.of('b').answers('from b')
  await done
  expect(slow.usually('a')).toBe(3_000)
  const second = stageHedging(true)
  const won = second.run()
  second.late()
  await second.of('b').asked
  second.clock.pass(10)
  second.of('a').answers('from a')
  await won
  expect(second.usually('b')).toBeUndefined()
})
