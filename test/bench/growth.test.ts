import { expect, test } from 'vitest'
import type { Tap } from '../../src/protocols/protocol.ts'
import { messagesTap } from '../../src/protocols/anthropic-messages/tap.ts'
import { generateTap } from '../../src/protocols/gemini-generate/tap.ts'
import { chatTap } from '../../src/protocols/openai-chat/tap.ts'
import { responsesTap } from '../../src/protocols/openai-responses/tap.ts'

/** Sixteen times as many at once: what grows with their square costs each sixteen times as much, or would if that were all of it. */
const [FEW, MANY] = [50, 800]
const MOST = 2
const LOOKED_AT = 40_000
/** The first rounds are of code that is not compiled yet. A busy machine makes a round dearer and none cheaper, so that what grows stays above in however many. */
const ROUNDS = { least: 5, most: 40 }

const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`
const chunk = (rest: object, more: object = {}) =>
  event({ id: 'c', model: 'm', choices: [{ index: 0, ...rest }], ...more })
const chat = (hideUsage: boolean) => () => chatTap({ stream: true, hideUsage, answers: 1 })

const STREAMS: readonly { name: string; tap: () => Tap; one: string }[] = [
  { name: 'chat', tap: chat(true), one: chunk({ delta: { content: 'word ' } }) },
  {
    name: 'chat that tells usage each time',
    tap: chat(true),
    one: chunk({ delta: { content: 'word ' } }, { usage: {} }),
  },
  { name: 'chat without content', tap: chat(false), one: chunk({ delta: { role: 'assistant' } }) },
  {
    name: 'Responses',
    tap: () => responsesTap(true),
    one: event({ type: 'response.output_text.delta', delta: 'word ' }),
  },
  {
    name: 'messages',
    tap: () => messagesTap(true),
    one: event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'word ' } }),
  },
  {
    name: 'Gemini',
    tap: () => generateTap('events', 1),
    one: event({ candidates: [{ content: { parts: [{ text: 'word ' }] } }] }),
  },
]

test.each(STREAMS)('an event of $name costs the same however many come at once', ({ tap, one }) => {
  const least = { few: Infinity, many: Infinity }
  const grows = () => least.many / least.few >= MOST
  for (let round = 0; round < ROUNDS.least || (round < ROUNDS.most && grows()); round += 1) {
    least.few = Math.min(least.few, costOf(tap, { one, events: FEW }))
    least.many = Math.min(least.many, costOf(tap, { one, events: MANY }))
  }
  expect(least.many / least.few).toBeLessThan(MOST)
})

/** Microseconds of processor time for an event that comes with so many others. */
function costOf(tap: () => Tap, { one, events }: { one: string; events: number }): number {
  const bytes = Buffer.from(one.repeat(events))
  const before = process.threadCpuUsage()
  for (let seen = 0; seen < LOOKED_AT; seen += events) {
    const reader = tap()
    reader.push(bytes)
    reader.flush()
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / LOOKED_AT
}
