import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { jsonAnswer } from './packed.ts'

const LONG = { items: Array.from({ length: 400 }, (_, at) => ({ id: `model-${at}`, name: '模型' })) }

test('a long answer is packed for who takes gzip, and says what it depends on', async () => {
  const reply = await jsonAnswer(LONG, 201, 'gzip, deflate, br')
  expect([reply.status, reply.headers.get('content-encoding'), reply.headers.get('vary')]).toEqual([
    201,
    'gzip',
    'accept-encoding',
  ])
  const bytes = Buffer.from(await reply.arrayBuffer())
  expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(LONG)
  expect(bytes.length * 5).toBeLessThan(JSON.stringify(LONG).length)
})

test.each([null, '', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0, br'])(
  'who says %s gets it as it is',
  async (accepted) => {
    const reply = await jsonAnswer(LONG, 200, accepted)
    expect([reply.headers.get('content-encoding'), reply.headers.get('vary')]).toEqual([null, 'accept-encoding'])
    expect(await reply.json()).toEqual(LONG)
  },
)

test.each(['gzip', 'GZIP', 'br;q=1.0, gzip;q=0.8', 'gzip;q=0.001'])('who says %s gets it packed', async (accepted) => {
  expect((await jsonAnswer(LONG, 200, accepted)).headers.get('content-encoding')).toBe('gzip')
})

test('a short answer is not packed', async () => {
  const reply = await jsonAnswer({ secret: 'told once' }, 200, 'gzip')
  expect([reply.headers.get('content-encoding'), await reply.json()]).toEqual([null, { secret: 'told once' }])
})
