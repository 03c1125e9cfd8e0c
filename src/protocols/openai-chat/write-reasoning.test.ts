import { expect, test } from 'vitest'
import type { Reasoning } from '../translate/conversation.ts'
import type { Quirks } from '../translate/quirks.ts'
import { writeReasoning } from './write-reasoning.ts'

const effort = (word: 'none' | 'low' | 'high' | 'xhigh' | 'max') => ({ effort: word, budgetTokens: null, shown: null })
const budget = (budgetTokens: number) => ({ effort: null, budgetTokens, shown: null })
const open = { effort: null, budgetTokens: null, shown: null }
const seen = { ...open, shown: true, onlyShown: true } as const

test.each([
  [effort('max'), {}, { reasoning_effort: 'max' }],
  [effort('xhigh'), { efforts: ['low', 'high', 'max'] }, { reasoning_effort: 'max' }],
  [effort('max'), { efforts: ['low', 'high'] }, { reasoning_effort: 'high' }],
  [effort('none'), { efforts: ['low', 'high'] }, { reasoning_effort: 'low' }],
  [budget(0), {}, { reasoning_effort: 'none' }],
  [budget(1024), {}, { reasoning_effort: 'low' }],
  [budget(8192), {}, { reasoning_effort: 'medium' }],
  [budget(32_000), {}, { reasoning_effort: 'high' }],
  [open, {}, {}],
  [effort('high'), { thinking: 'thinking-type' }, { thinking: { type: 'enabled' }, reasoning_effort: 'high' }],
  [effort('high'), { thinking: 'thinking-type', efforts: [] }, { thinking: { type: 'enabled' } }],
  [effort('none'), { thinking: 'thinking-type' }, { thinking: { type: 'disabled' } }],
  [open, { thinking: 'thinking-type' }, { thinking: { type: 'enabled' } }],
  [effort('low'), { thinking: 'enable-thinking' }, { enable_thinking: true, thinking_budget: 1024 }],
  [budget(500), { thinking: 'enable-thinking' }, { enable_thinking: true, thinking_budget: 500 }],
  [effort('max'), { thinking: 'enable-thinking' }, { enable_thinking: true }],
  [effort('none'), { thinking: 'enable-thinking' }, { enable_thinking: false }],
  [effort('low'), { thinking: 'chat-template' }, { chat_template_kwargs: { enable_thinking: true } }],
  [effort('low'), { thinking: 'reasoning-object' }, { reasoning: { effort: 'low' } }],
  [budget(2000), { thinking: 'reasoning-object' }, { reasoning: { max_tokens: 2000 } }],
  [{ ...open, shown: false }, { thinking: 'reasoning-object' }, { reasoning: { enabled: true, exclude: true } }],
  [effort('none'), { thinking: 'reasoning-object' }, { reasoning: { effort: 'none' } }],
  [effort('low'), { thinking: 'reasoning-split' }, { reasoning_split: true, thinking: { type: 'adaptive' } }],
  [effort('none'), { thinking: 'reasoning-split' }, { reasoning_split: true, thinking: { type: 'disabled' } }],
  [seen, { thinking: 'reasoning-split' }, { reasoning_split: true }],
  [null, { thinking: 'reasoning-split' }, { reasoning_split: true }],
  [null, { thinking: 'thinking-type' }, {}],
  [seen, {}, {}],
  [seen, { thinking: 'thinking-type' }, {}],
  [seen, { thinking: 'enable-thinking' }, {}],
  [seen, { thinking: 'chat-template' }, {}],
  [seen, { thinking: 'reasoning-object' }, {}],
  [{ ...seen, shown: false }, { thinking: 'reasoning-object' }, { reasoning: { exclude: true } }],
  [
    effort('low'),
    { thinking: 'enable-thinking', switchable: /^up$/ },
    { enable_thinking: true, thinking_budget: 1024 },
  ],
  [effort('low'), { thinking: 'none' }, {}],
] satisfies [Reasoning | null, Quirks, object][])('%o is told as by %o: %o', (reasoning, quirks, expected) => {
  expect(writeReasoning(reasoning, { quirks, model: 'up' }, new Set())).toEqual(expected)
})

test.each([
  ['a model that does not think', 'openai/gpt-4.1-mini', {}, {}],
  ['a model that takes no word', 'm', { effortsOf: [[/^m$/, []]] }, {}],
  ['a vendor without a switch', 'm', { thinking: 'none' }, {}],
  ['a model that its switch is refused for', 'm', { thinking: 'enable-thinking', switchable: /^up$/ }, {}],
  ['a model that always thinks', 'm', { thinking: 'reasoning-split', switchable: /^up$/ }, { reasoning_split: true }],
] satisfies [string, string, Quirks, object][])(
  '%s is not told how much, and that is told',
  (_who, model, quirks, expected) => {
    const lost = new Set<string>()
    expect(writeReasoning(effort('high'), { quirks, model }, lost)).toEqual(expected)
    expect([...lost]).toEqual(['reasoning_effort'])
  },
)

const three = { thinking: 'thinking-type', efforts: ['low', 'high', 'max'] } as const satisfies Quirks

test.each([
  ['none', { ...three, alwaysThinks: /^up/ }, { thinking: { type: 'enabled' }, reasoning_effort: 'low' }],
  ['none', { ...three, alwaysThinks: /^up/, effortAlone: true }, { reasoning_effort: 'low' }],
  ['none', { ...three, alwaysThinks: /^up/, effortsOf: [[/^up/, []]] }, {}],
  ['none', { ...three, alwaysThinks: /^other/ }, { thinking: { type: 'disabled' } }],
] satisfies [Parameters<typeof effort>[0], Quirks, object][])(
  'a model that cannot but think, asked to think %s, is told by %o: %o',
  (asked, quirks, expected) => {
    const lost = new Set<string>()
    expect(writeReasoning(effort(asked), { quirks, model: 'up' }, lost)).toEqual(expected)
    expect([...lost]).toEqual(quirks.alwaysThinks.test('up') ? ['reasoning_effort'] : [])
  },
)

test.each([
  [effort('high'), { ...three, effortAlone: true }, { reasoning_effort: 'high' }],
  [effort('none'), { ...three, effortAlone: true }, { thinking: { type: 'disabled' } }],
  [open, { ...three, effortAlone: true }, { thinking: { type: 'enabled' } }],
  [effort('high'), { ...three, effortAlone: true, effortsOf: [[/^up/, []]] }, { thinking: { type: 'enabled' } }],
  [open, { ...three, effortAlone: true, alwaysThinks: /^up/ }, {}],
] satisfies [Reasoning, Quirks, object][])(
  'of a switch and a word one alone is told: %o by %o',
  (asked, quirks, expected) => {
    expect(writeReasoning(asked, { quirks, model: 'up' }, new Set())).toEqual(expected)
  },
)

test('who asks only to see thoughts is told of nothing left out', () => {
  const lost = new Set<string>()
  for (const quirks of [{ thinking: 'none' }, { thinking: 'enable-thinking', switchable: /^up$/ }] satisfies Quirks[])
    expect(writeReasoning(seen, { quirks, model: 'm' }, lost)).toEqual({})
  expect([...lost]).toEqual([])
})

test('who knows no word for none is asked for little, and that is told', () => {
  const lost = new Set<string>()
  const quirks: Quirks = { efforts: ['low', 'high'] }
  expect(writeReasoning(effort('none'), { quirks, model: 'm' }, lost)).toEqual({ reasoning_effort: 'low' })
  expect([...lost]).toEqual(['reasoning_effort'])
})

test.each([
  ['gpt-6-astra', 'none', 'low', ['reasoning_effort']],
  ['gpt-5', 'none', 'minimal', ['reasoning_effort']],
  ['openai/gpt-5.5', 'max', 'xhigh', []],
  ['gpt-6.1-terra', 'none', 'none', []],
] as const)('%s, asked to think %s, thinks %s', (model, asked, told, named) => {
  const lost = new Set<string>()
  expect(writeReasoning(effort(asked), { quirks: {}, model }, lost)).toEqual({ reasoning_effort: told })
  expect([...lost]).toEqual(named)
})
