import { expect, test } from 'vitest'
import { NEW_TALK } from '../../lib/playground/talk.ts'
import { draw } from '../../test-draw.ts'
import { Params } from './params.tsx'

test.each([
  [null, 'gpt-5.5 · OpenAI · 流式'],
  ['glm-5.3', 'OpenAI · 流式'],
])('folded, the one model that is asked is named; two of them have their own places (%s)', async (second, line) => {
  const setup = { ...NEW_TALK.setup, key: 'key_1', model: 'gpt-5.5', second }
  const { place } = await draw(<Params setup={setup} choices={{ keys: [], models: [] }} change={() => undefined} />, {
    texts: ['playground', 'ui'],
  })
  expect(place.querySelector('.pg-fold')?.textContent).toBe(line)
})
