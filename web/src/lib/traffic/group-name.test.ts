import { beforeAll, expect, test } from 'vitest'
import { loadTexts, textsOf } from '../../i18n/texts.ts'
import { groupName } from './group-name.ts'

beforeAll(() => loadTexts('charts'))

test('requests without a model have a word for it, and those without a line of their own another', () => {
  const charts = textsOf('charts')
  expect(groupName('gpt-5.5', 'GPT-5.5', charts)).toBe('GPT-5.5')
  expect(groupName('', '', charts)).toBe('（无）')
  expect(groupName(null, '', charts)).toBe('其他')
})
