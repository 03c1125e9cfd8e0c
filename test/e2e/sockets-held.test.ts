import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startGateway } from './gateway.ts'
import { addNarrow } from './narrow.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** What is alive in this process, in bytes. */
function alive(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test('messages that wait for the answers before them take what their text takes, and not what it means', async () => {
  const silent = createServer((asked) => void asked.resume()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  await using gateway = await startGateway()
  await gateway.addModel('m')
  const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  await addNarrow(gateway, { origin, offer: 'openai-responses', model: 'm' })
  const { secret } = await gateway.addKey()
  const socket = new WebSocket(`${gateway.origin.replace('http', 'ws')}/v1/responses`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  await once(socket, 'open')
  const long = `{"type":"response.create","model":"m","input":[${Array(100_000).fill('{"a":{}}').join(',')}]}`
  const asked = once(silent, 'request')
  socket.send('{"type":"response.create","model":"m","input":"hello"}')
  await asked
  const before = alive()
  for (let n = 0; n < 6; n += 1) socket.send(long)
  // One more than may wait is refused, and those before it were read by then.
  socket.send(long)
  socket.send(long)
  const [refusal] = (await once(socket, 'message')) as [Buffer]
  expect(String(refusal)).toContain('rate_limit_exceeded')
  expect(alive() - before).toBeLessThan(3 * 7 * long.length)
  socket.terminate()
  silent.closeAllConnections()
  silent.close()
}, 60_000)
