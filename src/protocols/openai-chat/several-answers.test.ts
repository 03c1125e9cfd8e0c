import { expect, test } from 'vitest'
import { openaiChat } from './openai-chat.ts'
import { openaiCompletions } from './openai-completions.ts'

const event = (data: unknown) => Buffer.from(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
const word = (index: number) => event({ choices: [{ index, delta: { content: 'a' } }] })
const finish = (index: number) => event({ choices: [{ index, delta: {}, finish_reason: 'stop' }] })
const USAGE = event({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } })

const CHAT = { model: 'm', stream: true, messages: [] }

function tapOf(body: object, codec = openaiChat) {
  const query = new URLSearchParams()
  return codec.read({ path: '/v1/chat/completions', query, body: Buffer.from(JSON.stringify(body)) }).tap()
}

/** Whether the answer was over after each of these runs of events, and after the end of the stream. */
function overAfter(tap: ReturnType<typeof tapOf>, ...runs: Buffer[]): boolean[] {
  const told = runs.map((run) => {
    tap.push(run)
    return tap.seen.terminal
  })
  tap.flush()
  return [...told, tap.seen.terminal]
}

test('one answer is over with its reason to finish, and two are when both have theirs', () => {
  expect(overAfter(tapOf(CHAT), word(0), finish(0))).toEqual([false, true, true])
  const runs = [word(0), word(1), finish(1), word(0), finish(0)]
  expect(overAfter(tapOf({ ...CHAT, n: 2 }), ...runs)).toEqual([false, false, false, false, true, true])
})

test('an answer that comes after another has ended is waited for, also when several come in one run', () => {
  const run = Buffer.concat([word(0), finish(0), word(1)])
  expect(overAfter(tapOf({ ...CHAT, n: 2 }), run, finish(1))).toEqual([false, true, true])
})

test('an upstream that makes fewer than were asked for is over with its usage, its last word or its end', () => {
  const asked = { ...CHAT, n: 3 }
  expect(overAfter(tapOf(asked), word(0), finish(0), USAGE)).toEqual([false, false, true, true])
  expect(overAfter(tapOf(asked), word(0), finish(0), event('[DONE]'))).toEqual([false, false, true, true])
  expect(overAfter(tapOf(asked), word(0), finish(0))).toEqual([false, false, true])
})

test('a stream that ends while one of its answers goes on is not whole', () => {
  expect(overAfter(tapOf({ ...CHAT, n: 2 }), word(0), word(1), finish(0))).toEqual([false, false, false, false])
  expect(overAfter(tapOf({ ...CHAT, n: 2 }), word(0), word(1), finish(0), USAGE).at(-1)).toBe(false)
})

test.each([
  [['a', 'b'], 2],
  [[[1, 2], [3]], 2],
  [[1, 2], 1],
  ['a', 1],
  [[], 1],
])('the older completions answer each prompt of %j', (prompt, answers) => {
  const asked = { model: 'm', stream: true, prompt }
  const body = Buffer.from(JSON.stringify(asked))
  expect(openaiCompletions.read({ path: '', query: new URLSearchParams(), body }).answers).toBe(answers)
  const runs = [finish(0), ...(answers > 1 ? [finish(1)] : [])]
  const told = overAfter(tapOf(asked, openaiCompletions), ...runs)
  expect(told).toEqual([...(answers > 1 ? [false] : []), true, true])
})
