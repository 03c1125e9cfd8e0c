import { expect, test } from 'vitest'
import { askBalanceOf, askBalances } from './ask-balances.ts'
import { account, testDesk, TOLD } from './test-desk.ts'

const never = new AbortController().signal

test('each credential that is on is asked, of providers that are on and whose vendor tells', async () => {
  const credentials = ['one', 'two', 'off', 'sealed'].map((id) => ({
    id,
    status: id === 'off' ? 'disabled' : 'cooling',
  }))
  const accounts = [
    account('acme', { credentials }),
    account('off', { status: 'disabled' }),
    account('mute', { preset: 'custom' }),
    account('walled'),
    account('leaving', { status: 'draining' }),
  ]
  const it = testDesk(accounts, (secret) => (secret.endsWith('two') ? { ok: false, problem: 'timeout' } : TOLD))
  expect(await askBalances(it, never)).toEqual({ told: 2, failed: 3 })
  expect(it.asked.toSorted()).toEqual([
    'https://acme.example/v1 secret of one',
    'https://acme.example/v1 secret of two',
    'https://leaving.example/v1 secret of leaving-main',
  ])
  expect(it.saved.toSorted()).toEqual(['acme one true', 'acme two false', 'leaving leaving-main true'])
})

test('a stop while a vendor is asked keeps nothing of what that made of the answer', async () => {
  const stop = new AbortController()
  const it = testDesk([account('acme'), account('other')], () => {
    stop.abort()
    return { ok: false, problem: 'unexpected' }
  })
  await expect(askBalances(it, stop.signal)).rejects.toThrow()
  expect(it.saved).toEqual([])
})

test('nobody is asked with a secret, or by a way, that does not open', async () => {
  const it = testDesk([account('acme'), account('walled')])
  expect(await askBalanceOf(['acme', 'sealed'], it, never)).toBe('no_secret')
  expect(await askBalanceOf(['gone', 'main'], it, never)).toBe('no_secret')
  expect(await askBalanceOf(['walled', 'main'], it, never)).toBe('no_line')
  expect(it.asked).toEqual([])
})

test('a secret that came with another address is not shown at the one before', async () => {
  const moved = [account('acme'), account('acme', { version: 2 })]
  const it = testDesk([])
  const providers = { ...it.providers, get: async () => moved.shift() }
  expect(await askBalanceOf(['acme', 'main'], { ...it, providers }, never)).toBe('failed')
  expect([it.asked, it.saved]).toEqual([[], []])
})
