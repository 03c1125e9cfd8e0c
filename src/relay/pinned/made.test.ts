import { expect, test } from 'vitest'
import { pack } from '../../core/packed-record.ts'
import type { RequestRecord } from '../../core/records.ts'
import { RECORD } from '../../metering/journal/test-journal.ts'
import { pinsMadeIn, saidOfMade } from './made.ts'

const made = (over: Partial<RequestRecord>) =>
  pinsMadeIn([pack(RECORD), pack({ ...RECORD, protocolIn: 'anthropic-batches', ...over })])

test('a row that says which batch was made is enough to know whose it is, and where', () => {
  const whose = { userId: 'u1', keyId: 'k1', providerId: 'p1', endpointId: 'e1', credentialId: 'c1', model: 'm1' }
  const pin = { ...whose, id: 'msgbatch_1', kind: 'message-batch', size: null, createdAt: RECORD.at, billedAt: null }
  expect(made({ usageRaw: saidOfMade('msgbatch_1') })).toEqual([pin])
  expect(made({ usageRaw: saidOfMade('b'), protocolIn: 'openai-batches' })).toMatchObject([{ id: 'b', kind: 'batch' }])
})

test.each<[string, Partial<RequestRecord>]>([
  ['a request of another kind whose upstream says so', { usageRaw: saidOfMade('b'), protocolIn: 'openai-chat' }],
  ['a caller who asks for a model of that name', { usageRaw: null, modelAsked: saidOfMade('b') ?? '' }],
  ['a bill, which names its batch', { usageRaw: '{"batch":"b","made":"c"}' }],
  ['nobody who was asked', { usageRaw: saidOfMade('b'), providerId: null }],
])('%s makes no batch known', (_what, over) => {
  expect(made(over)).toEqual([])
})

test('an id that could not be asked for is not written down', () => {
  expect([1, undefined, '', 'a/b', 'a\u0000b', 'a'.repeat(201)].map(saidOfMade)).toEqual(Array(6).fill(null))
})
