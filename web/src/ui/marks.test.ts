import { expect, test } from 'vitest'
import sprite from './marks.svg?raw'
import { markOf } from './marks.ts'

test.each([
  ['claude-sonnet-5-5', 'claude'],
  ['gpt-5.5', 'openai'],
  ['o3-mini', 'openai'],
  ['deepseek/deepseek-v4-pro', 'deepseek'],
  ['glm-5.3', 'zai'],
  ['Claude Code', 'claudecode'],
  ['Copilot CLI', 'githubcopilot'],
  ['Kilo Code', 'kilocode'],
  ['Kimi Code', 'kimi'],
  ['Qwen Code', 'qwen'],
])('%s has the mark %s', (name, mark) => {
  expect(markOf(name)).toBe(mark)
})

test('the first name with a mark decides, and unknown names have none', () => {
  expect(markOf('some-model', 'openai')).toBe('openai')
  expect(markOf('some-model', 'somebody')).toBeUndefined()
})

test('every mark that is answered is drawn in the sprite', () => {
  const drawn = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map((found) => found[1] ?? '')
  expect(drawn.length).toBeGreaterThan(10)
  for (const id of drawn) expect(markOf(id)).toBe(id)
})
