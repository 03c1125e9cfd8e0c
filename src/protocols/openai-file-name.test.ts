import { expect, test } from 'vitest'
import { growthOf, MOST_GROWTH } from '../core/test-growth.ts'
import { openaiFileName } from './openai-file-name.ts'

test('a long media type is looked at in time in proportion to its length', () => {
  const growth = growthOf(32_000, (count) => {
    const mime = `${'a'.repeat(count)}/`
    return () => expect(openaiFileName(null, mime)).toBe('document.bin')
  })
  expect(growth).toBeLessThan(MOST_GROWTH)
})
