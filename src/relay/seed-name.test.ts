import { expect, test } from 'vitest'
import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import { aTarget } from './routing/test-targets.ts'
import { withSeedNamed } from './seed-name.ts'

function sent(preset: string, body: string): string {
  const target = aTarget('a')
  const turn = openaiChat.read({ path: '/v1/chat/completions', query: new URLSearchParams(), body: Buffer.from(body) })
  const addressed = turn.addressedTo('m')
  const named = withSeedNamed(addressed, turn, { ...target, provider: { ...target.provider, preset } })
  return Buffer.from(named.body).toString()
}

const OPENAIS =
  '{ "model":"m", "seed" : 12345678901234567890, "messages":[{"content":"\\"seed\\":1"}], "metadata":{"seed":2} }'
const MISTRALS = OPENAIS.replace('"seed" :', '"random_seed" :')

test('a seed arrives at Mistral under its own name, and at everybody else under OpenAI’s', () => {
  expect(sent('mistral', OPENAIS)).toBe(MISTRALS)
  for (const preset of ['openai', 'groq', 'vllm']) expect(sent(preset, MISTRALS)).toBe(OPENAIS)
})

test('one that is called as its server calls it goes on as it came, and so does any to a server nobody knows', () => {
  expect(sent('mistral', MISTRALS)).toBe(MISTRALS)
  expect(sent('openai', OPENAIS)).toBe(OPENAIS)
  expect([sent('custom', OPENAIS), sent('custom', MISTRALS)]).toEqual([OPENAIS, MISTRALS])
})

test('of a request that says both, what its server does not know is left out', () => {
  expect(sent('mistral', '{"seed":1,"model":"m","random_seed":2}')).toBe('{"model":"m","random_seed":2}')
  expect(sent('openai', '{"seed":1,"model":"m","random_seed":2}')).toBe('{"seed":1,"model":"m"}')
})

test('a name that is spelt otherwise, or stands twice, is found too', () => {
  expect(JSON.parse(sent('mistral', '{"model":"m","s\\u0065ed":3}'))).toEqual({ model: 'm', random_seed: 3 })
  expect(sent('mistral', '{"model":"m","seed":3,"seed":4}')).toBe('{"model":"m","random_seed":3,"random_seed":4}')
})
