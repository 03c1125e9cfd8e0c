import { expect, test } from 'vitest'
import { pack } from '../../core/packed-record.ts'
import type { RequestRecord } from '../../core/records.ts'
import { RECORD } from '../../metering/journal/test-journal.ts'
import { pinsMadeIn, saidOfMade } from './made.ts'

const EXPECTED = { input: 1200, output: 30, costNanos: 999_999_999_999_999_999n }
const made = (over: Partial<RequestRecord>) =>
  pinsMadeIn([pack(RECORD), pack({ ...RECORD, protocolIn: 'anthropic-batches', ...over })])

test('a row that says which batch was made is enough to know whose it is, and where', () => {
  const whose = { userId: 'u1', keyId: 'k1', providerId: 'p1', endpointId: 'e1', credentialId: 'c1', model: 'm1' }
  const pin = {
    ...whose,
    id: 'msgbatch_1',
    kind: 'message-batch',
    size: null,
    expected: EXPECTED,
    multiplierMicros: RECORD.multiplierMicros,
    createdAt: RECORD.at,
    billedAt: null,
  }
  expect(made({ usageRaw: saidOfMade('msgbatch_1', EXPECTED) })).toEqual([pin])
  expect(made({ usageRaw: saidOfMade('b', EXPECTED), protocolIn: 'openai-batches' })).toMatchObject([
    { id: 'b', kind: 'batch' },
  ])
})

test.each([
  ['an older version wrote', '{"made":"b"}'],
  ['says what no amount is', '{"made":"b","input":1,"output":2,"nanos":"-1"}'],
])('of a batch whose row %s nothing is expected', (_what, usageRaw) => {
  expect(made({ usageRaw })).toMatchObject([{ id: 'b', expected: null }])
})

test.each<[string, Partial<RequestRecord>]>([
  [
    'a request of another kind whose upstream says so',
    { usageRaw: saidOfMade('b', EXPECTED), protocolIn: 'openai-chat' },
  ],
  ['a caller who asks for a model of that name', { usageRaw: null, modelAsked: saidOfMade('b', EXPECTED) ?? '' }],
  ['a bill, which names its batch', { usageRaw: '{"batch":"b","made":"c"}' }],
  ['nobody who was asked', { usageRaw: saidOfMade('b', EXPECTED), providerId: null }],
])('%s makes no batch known', (_what, over) => {
  expect(made(over)).toEqual([])
})

test('an id that could not be asked for is not written down', () => {
  expect([1, undefined, '', 'a/b', 'a\u0000b', 'a'.repeat(201)].map((id) => saidOfMade(id, EXPECTED))).toEqual(
    Array(6).fill(null),
  )
})
