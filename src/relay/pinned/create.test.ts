import { expect, test } from 'vitest'
import type { TargetEntry } from '../../core/directory.ts'
import type { Pin } from '../../core/pin.ts'
import { createDirectory } from '../directory.ts'
import { innerExchange } from '../inner-exchange.ts'
import { createRouting } from '../routing/routing.ts'
import { ASKING, aTarget, CALLER, MODEL, POLICY, testClock } from '../routing/test-targets.ts'
import { NO_REPLY } from '../socket/no-reply.ts'
import { makingOf } from './create.ts'

const FORM = Buffer.from(
  '--b\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nuser_data\r\n' +
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--b--\r\n',
)

/** Uploads to a gateway with these ways to reach its models. */
function world(targets: TargetEntry[]) {
  const clock = testClock()
  const directory = createDirectory()
  const models = [...new Set(targets.map(({ model }) => model))].map((id) => ({ ...MODEL, id }))
  directory.replace({ keys: [], models, targets, limits: [], accounts: [], limitUse: [] })
  const routing = createRouting({
    clock,
    translates: () => false,
    saved: () => undefined,
    admitsTarget: () => null,
    policy: () => POLICY,
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const signal = new AbortController().signal
  const request = { path: '/v1/files', headers, body: FORM, ip: '', locale: 'en', reply: NO_REPLY, signal } as const
  const pins = { find: async () => undefined }
  const by = { ...routing, directory, dice: () => 0.5 }
  const exchange = () => innerExchange(request, clock)
  return {
    routing,
    /** A batch of a file that is kept with a provider, for who may use these. */
    batchAt: (name: string, allowProviders: string[]) => {
      const pin = { id: 'f', providerId: name, endpointId: `${name}-endpoint`, credentialId: `${name}-credential` }
      const found = { find: async () => ({ ...pin, model: 'm' }) as Pin }
      const caller = { ...CALLER, allowProviders }
      const body = Buffer.from('{"input_file_id":"f"}')
      const planning = { directory, pins: found, by, mostWhole: () => 1000, averageOutput: () => 0 }
      return makingOf('batch', { exchange: exchange(), caller, body }, planning)
    },
    making: () =>
      makingOf(
        'file',
        { exchange: exchange(), caller: CALLER, body: FORM },
        { directory, pins, by, mostWhole: () => 1000, averageOutput: () => 0 },
      ),
  }
}

const keeps = { endpoint: { capabilities: ['files'] } } as const

test('whoever serves many models is asked to keep a file once, so that others are asked after them', async () => {
  const many = ['m', 'n', 'o'].map((model) => aTarget('a', { ...keeps, model }))
  const { making } = world([...many, aTarget('b', { ...keeps, priority: 2 })])
  const { candidates } = await making()
  expect(candidates.map(({ target }) => target.provider.id)).toEqual(['a', 'b'])
})

test('who keeps files and rests is waited for, which is no lack of them', async () => {
  const target = aTarget('a', keeps)
  const { making, routing } = world([target])
  const lease = routing.health.lease({ target, protocol: 'openai-files' }, ASKING)
  if ('reason' in lease) throw new Error(lease.reason)
  lease.learn({ kind: 'ailing', status: 'cooling', reason: 'http_429', restMs: 20_000 })
  expect((await making()).refusal).toMatchObject({ code: 'upstream_failed', details: { seconds: 20 } })
})

test('where nobody keeps files, it is said', async () => {
  const { making } = world([aTarget('a')])
  expect((await making()).refusal).toMatchObject({ code: 'capability_missing' })
})

test('no batch is made of a file that is kept with a provider the account may not use any more', async () => {
  const { batchAt } = world([aTarget('a'), aTarget('b')])
  expect((await batchAt('a', ['a'])).candidates).toHaveLength(1)
  await expect(batchAt('a', ['b'])).rejects.toMatchObject({ code: 'object_elsewhere' })
})
