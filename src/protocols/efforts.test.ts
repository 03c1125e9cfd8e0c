import { expect, test } from 'vitest'
import { effortTold } from './efforts.ts'
import type { Quirks } from './translate/quirks.ts'

const three: Quirks = { efforts: ['low', 'medium', 'high'], effortsOf: [[/old/, []]] }

test.each([
  ['max', 'some', three, 'high', false],
  ['minimal', 'some', three, 'low', false],
  ['none', 'some', three, 'low', true],
  [null, 'some', three, null, false],
  ['high', 'old-one', three, null, true],
  [null, 'old-one', three, null, false],
  ['max', 'my-own', {}, 'max', false],
  ['max', 'openai/gpt-5.5', three, 'xhigh', false],
  ['none', 'gpt-5', {}, 'minimal', true],
  ['high', 'gpt-4.1', {}, null, true],
  ['none', 'gpt-4.1', {}, null, false],
  ['high', 'meta/llama-4-scout', three, null, true],
] as const)(
  'the effort %s is told to %s in words of its own %o: %s, and lost is %s',
  (asked, model, quirks, ...[word, isLost]) => {
    expect(effortTold(asked, { model, quirks })).toMatchObject({ word, isLost })
  },
)
