import { expect, test } from 'vitest'
import { isEvent } from './event-types.ts'

const APPEND = 'input_audio_buffer.append'

test.each([
  [`{"type":"${APPEND}","audio":"AAAA"}`, true],
  [`{"audio":"AAAA" , "type" : "${APPEND}"}`, true],
  ['{"type":"input_audio_buffer.appen\\u0064","audio":"AAAA"}', true],
  ['{"typ\\u0065":"input_audio_buffer.appen\\u0064","audio":"AAAA"}', true],
  [`{"type":"session.update","type":"${APPEND}"}`, true],
  [`{"type":"conversation.item.create","item":{"type":"${APPEND}"}}`, false],
  [`{"type":"conversation.item.create","text":"${APPEND} \\u0041"}`, false],
  [`{"type":"${APPEND}ed"}`, false],
  [`{"x":NaN,"type":"${APPEND}"}`, true],
  [`{"type":"conversation.item.create","x":NaN,"y":"${APPEND}"}`, true],
  ['{"x":NaN,"type":"response.create"}', false],
])('whether %s is one that appends sound: %s', (text, is) => {
  expect(isEvent(Buffer.from(text), APPEND)).toBe(is)
})
