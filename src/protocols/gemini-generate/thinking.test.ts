import { expect, test } from 'vitest'
import type { Reasoning } from '../translate/conversation.ts'
import { isOlder, thinkingConfigFor } from './thinking.ts'

type Effort = Reasoning['effort']
const asked = (effort: Effort, budgetTokens: number | null = null): Reasoning => ({ effort, budgetTokens, shown: null })

test.each<[string, Reasoning, object | null]>([
  ['gemini-3.5-flash', asked('none'), { thinkingLevel: 'MINIMAL' }],
  ['gemini-3.5-flash', asked('minimal'), { thinkingLevel: 'MINIMAL' }],
  ['gemini-3.5-flash', asked('max'), { thinkingLevel: 'HIGH' }],
  ['gemini-3.5-flash', asked(null, 1024), { thinkingLevel: 'LOW' }],
  ['gemini-3.5-flash', asked(null, 5000), { thinkingLevel: 'MEDIUM' }],
  ['gemini-3.5-flash', asked(null, 32_000), { thinkingLevel: 'HIGH' }],
  ['gemini-3.5-flash', asked(null), null],
  ['gemini-3.8-flash', asked('minimal'), { thinkingLevel: 'LOW' }],
  ['gemini-flash-latest', asked('none'), { thinkingLevel: 'LOW' }],
  ['gemini-flash-lite-latest', asked('none'), { thinkingLevel: 'MINIMAL' }],
  ['gemini-4-argon', asked('none'), { thinkingLevel: 'LOW' }],
  ['gemini-4-argon', asked('xhigh'), { thinkingLevel: 'HIGH' }],
  ['gemini-4-neon', asked('xhigh'), { thinkingLevel: 'XHIGH' }],
  ['gemini-4-hydrogen', asked('max'), { thinkingLevel: 'XHIGH' }],
  ['models/gemini-3-pro-preview', asked('medium'), { thinkingLevel: 'HIGH' }],
  ['gemini-2.5-pro', asked('none'), { thinkingBudget: 128 }],
  ['gemini-2.5-pro', asked('xhigh'), { thinkingBudget: 32_768 }],
  ['gemini-2.5-flash', asked('none'), { thinkingBudget: 0 }],
  ['gemini-2.5-flash', asked('low'), { thinkingBudget: 1024 }],
  ['gemini-2.5-flash', asked('high', 100_000), { thinkingBudget: 24_576 }],
  ['gemini-2.5-flash-lite', asked(null, 100), { thinkingBudget: 512 }],
  ['gemini-2.0-flash', asked('high'), null],
  ['gemini-2.5-flash-image', asked('high'), null],
])('%s is told %j as %j', (model, reasoning, thinkingConfig) => {
  expect(thinkingConfigFor(reasoning, model)).toEqual(thinkingConfig)
})

test('whether thoughts are shown is said beside how much to think, or by itself', () => {
  expect(thinkingConfigFor({ ...asked('low'), shown: true }, 'gemini-4-argon')).toEqual({
    thinkingLevel: 'LOW',
    includeThoughts: true,
  })
  expect(thinkingConfigFor({ ...asked(null), shown: false }, 'gemini-2.5-pro')).toEqual({ includeThoughts: false })
})

test.each([
  ['gemini-1.5-pro', true],
  ['models/gemini-2.5-flash', true],
  ['gemma-3-27b-it', true],
  ['gemini-3-pro-preview', false],
  ['gemini-flash-latest', false],
  ['gemini-live-2.5-flash', true],
  ['gemini-robotics-er-1.5-preview', true],
  ['gemini-robotics-er-2-preview', false],
  ['gemini-21', false],
  ['anything', false],
])('%s is from before Gemini 3: %s', (model, older) => {
  expect(isOlder(model)).toBe(older)
})
