import { expect, test } from 'vitest'
import { servedBy } from './pairs.ts'

test.each(['anthropic-messages', 'gemini-generate'] as const)(
  'a caller of %s is put to Responses before chat, which takes no tools of a model of OpenAI that thinks',
  (asks) => {
    const order = servedBy(asks).filter((id) => id === 'openai-chat' || id === 'openai-responses')
    expect(order).toEqual(['openai-responses', 'openai-chat'])
  },
)
