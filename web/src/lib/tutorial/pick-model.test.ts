import { expect, test } from 'vitest'
import { pickModel } from './pick-model.ts'

test('the first model that is wanted and offered is taken, else one the client was made for', () => {
  const offered = ['deepseek-v4', 'claude-sonnet-5-5']
  expect(pickModel(offered, ['gone', 'deepseek-v4', 'claude-sonnet-5-5'], { likes: /^claude/ })).toBe('deepseek-v4')
  expect(pickModel(offered, ['gone'], { likes: /^claude/ })).toBe('claude-sonnet-5-5')
  expect(pickModel(offered, [undefined], { likes: /^gpt/ })).toBe('deepseek-v4')
  expect(pickModel([], ['deepseek-v4'], { likes: /./ })).toBeUndefined()
})
