import { expect, test } from 'vitest'
import { traitsOf } from './traits.ts'

const ADAPTIVE = [
  'claude-opus-4-6',
  'us.anthropic.claude-sonnet-4-6-v1:0',
  'claude-opus-5-20260724',
  'claude-haiku-5.5',
]
const BUDGET = [
  'claude-3-7-sonnet-20250219',
  'claude-sonnet-4-20250514',
  'claude-opus-4@20250514',
  'claude-haiku-4-5',
  'glm-5.3',
]
const NONE = ['claude-3-5-sonnet-latest', 'claude-3-haiku', 'claude-2.1', 'claude-instant-1.2']

test.each([
  ...ADAPTIVE.map((name) => [name, 'adaptive']),
  ...BUDGET.map((name) => [name, 'budget']),
  ...NONE.map((name) => [name, 'none']),
  ['claude-opus-latest', 'adaptive'],
  ['anthropic/claude-mythos-preview', 'adaptive'],
])('%s thinks by %s', (name, thinking) => {
  expect(traitsOf(name).thinking).toBe(thinking)
})

test.each([
  [
    'claude-opus-4-6',
    { sampling: 'one', laterSystem: false, xhigh: false, off: 'disabled', forcedTools: 'unthinking' },
  ],
  ['claude-opus-4-7', { sampling: 'none', laterSystem: false, xhigh: true, thinksUnasked: false }],
  ['claude-opus-4-8', { sampling: 'none', laterSystem: true, thinksUnasked: false }],
  ['claude-opus-5', { thinksUnasked: true, off: 'disabled', forcedTools: 'unthinking' }],
  ['claude-sonnet-5', { laterSystem: false, thinksUnasked: true }],
  ['claude-opus-5-5', { off: null, forcedTools: 'never' }],
  ['claude-sonnet-5-5', { off: 'between_tools', forcedTools: 'never' }],
  ['claude-fable-5', { off: null, forcedTools: 'always' }],
  ['claude-fable-5-2', { off: null, forcedTools: 'never' }],
  ['claude-sonnet-4-0', { schemas: false }],
  ['claude-opus-4-1', { schemas: true }],
  ['kimi-k3', { sampling: 'all', forcedTools: 'always', schemas: false, off: 'disabled' }],
])('%s takes what its version takes', (name, expected) => {
  expect(traitsOf(name)).toMatchObject(expected)
})
