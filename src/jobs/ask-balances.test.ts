import { expect, test } from 'vitest'
import type { BalanceAnswer } from '../core/balance.ts'
import { askBalanceOf, askBalances, type BalanceDesk } from './ask-balances.ts'

type Account = Awaited<ReturnType<BalanceDesk['providers']['list']>>[number]

function account(id: string, over: Partial<Account> = {}): Account {
  const endpoints = [
    { dialect: 'anthropic', baseUrl: `https://${id}.example/anthropic` },
    { dialect: 'openai', baseUrl: `https://${id}.example/v1` },
  ]
  const credentials = [{ id: `${id}-main`, status: 'active' }]
  return { id, preset: 'teller', status: 'active', allowPrivate: false, version: 1, endpoints, credentials, ...over }
}

const TOLD: BalanceAnswer = { ok: true, balance: { nanos: 5n, currency: 'USD' } }

function desk(accounts: readonly Account[], answer: (secret: string) => BalanceAnswer = () => TOLD) {
  const asked: string[] = []
  const saved: string[] = []
  const made: BalanceDesk = {
    providers: {
      list: async () => accounts,
      get: async (id) => accounts.find((one) => one.id === id),
      secretOf: async (_id, credentialId) =>
        credentialId.endsWith('sealed') ? undefined : `secret of ${credentialId}`,
      lineOf: async (id) => (id === 'walled' ? null : undefined),
      saveBalance: async (id, { credentialId, answer: told }) => void saved.push(`${id} ${credentialId} ${told.ok}`),
    },
    tells: (preset) => preset === 'teller',
    ask: async ({ baseUrl, secret }) => {
      asked.push(`${baseUrl} ${secret}`)
      return answer(secret)
    },
  }
  return { ...made, asked, saved }
}

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
  const it = desk(accounts, (secret) => (secret.endsWith('two') ? { ok: false, problem: 'timeout' } : TOLD))
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
  const it = desk([account('acme'), account('other')], () => {
    stop.abort()
    return { ok: false, problem: 'unexpected' }
  })
  await expect(askBalances(it, stop.signal)).rejects.toThrow()
  expect(it.saved).toEqual([])
})

test('nobody is asked with a secret, or by a way, that does not open', async () => {
  const it = desk([account('acme'), account('walled')])
  expect(await askBalanceOf(['acme', 'sealed'], it, never)).toBe('no_secret')
  expect(await askBalanceOf(['gone', 'main'], it, never)).toBe('no_secret')
  expect(await askBalanceOf(['walled', 'main'], it, never)).toBe('no_line')
  expect(it.asked).toEqual([])
})

test('a secret that came with another address is not shown at the one before', async () => {
  const moved = [account('acme'), account('acme', { version: 2 })]
  const it = desk([])
  const providers = { ...it.providers, get: async () => moved.shift() }
  expect(await askBalanceOf(['acme', 'main'], { ...it, providers }, never)).toBe('failed')
  expect([it.asked, it.saved]).toEqual([[], []])
})
