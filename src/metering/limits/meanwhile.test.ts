import { expect, test } from 'vitest'
import { NO_USAGE } from '../../core/usage.ts'
import { askFor, limitOf, testLimits } from './test-limits.ts'

test.each([
  ['is deleted', []],
  ['only warns from now on', [limitOf({ mode: 'hard', action: 'warn' })]],
])('a hard limit that %s ends no answer that holds some of it', (_name, then) => {
  const { limits, replace } = testLimits({ limits: [limitOf({ mode: 'hard' })] })
  const hold = limits.admit(askFor(10, 20))
  replace({ limits: then })
  expect(hold.covers({ ...NO_USAGE, output: 90 }, 90n)).toBeNull()
})
