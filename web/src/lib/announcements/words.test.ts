import { expect, test } from 'vitest'
import { inLanguage } from './words.ts'

test('a reader sees their own language, and the other one where theirs is empty', () => {
  expect(inLanguage({ zh: '维护', en: 'Maintenance' }, 'en')).toBe('Maintenance')
  expect(inLanguage({ zh: '维护', en: ' ' }, 'en')).toBe('维护')
  expect(inLanguage({ zh: '', en: 'Maintenance' }, 'zh-CN')).toBe('Maintenance')
})
