import { expect, test, vi } from 'vitest'
import { draw } from '../test-draw.ts'
import { call, type Door } from './call.ts'
import type { createKey } from '../../../src/contract/keys.ts'
import { useAttempt } from './use-attempt.ts'

const door: Door<typeof createKey> = { method: 'POST', path: '/api/keys' }

test('tries are sent under one name until one is answered, and the next thing under another', async () => {
  const names: (string | null)[] = []
  const answers = [null, Response.json({}, { status: 502 }), Response.json({ id: 'k1' }), Response.json({ id: 'k2' })]
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    names.push(new Headers(headers).get('idempotency-key'))
    const answer = answers.shift()
    if (!answer) throw new TypeError('the connection broke')
    return answer
  })
  let attempt: ReturnType<typeof useAttempt> | undefined
  const Form = () => {
    attempt = useAttempt()
    return null
  }
  await draw(<Form />)
  const make = () => attempt?.((name) => call<typeof createKey>(door, { body: { name: 'Mine' }, attempt: name }))
  await expect(make()).rejects.toMatchObject({ status: 0 })
  await expect(make()).rejects.toMatchObject({ status: 502 })
  await make()
  await make()
  const [first, second, third, fourth] = names
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect([second, third]).toEqual([first, first])
  expect(fourth).not.toBe(first)
})
