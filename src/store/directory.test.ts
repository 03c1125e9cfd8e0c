import { describe, expect, test } from 'vitest'
import { addUser, aRequest } from './test-records.ts'
import { engines } from './test-store.ts'

describe.each(engines)('the directory on %s', (_, open) => {
  test('comes with which of the latest requests are in what limits have used that begin to be counted', async () => {
    await using store = await open()
    await addUser(store)
    const spend = { metric: 'cost', window: 'day', max: 9n, mode: 'hard', action: 'refuse' } as const
    expect(await store.userAdmin.change('u1', { limits: [spend] })).toMatchObject({ ok: true })
    await store.requests.insertSettled([aRequest({ id: 'stored' }), aRequest({ id: 'older' })])
    const lately = () => ['stored', 'on its way']
    const reading = await store.readDirectory({ isCounted: () => false, lately })
    expect(reading.stored).toEqual(new Set(['stored']))
    expect((await store.readDirectory({ isCounted: () => true, lately })).stored.size).toBe(0)
  })
})
