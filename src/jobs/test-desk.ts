import type { BalanceAnswer } from '../core/balance.ts'
import type { BalanceDesk } from './ask-balances.ts'

/** A provider as asking needs it. */
export type TestAccount = Awaited<ReturnType<BalanceDesk['providers']['list']>>[number]

/** A provider that is on, with one credential, whose vendor tells. */
export function account(id: string, over: Partial<TestAccount> = {}): TestAccount {
  const endpoints = [
    { dialect: 'anthropic', baseUrl: `https://${id}.example/anthropic` },
    { dialect: 'openai', baseUrl: `https://${id}.example/v1` },
  ]
  const credentials = [{ id: `${id}-main`, status: 'active' }]
  return { id, preset: 'teller', status: 'active', allowPrivate: false, version: 1, endpoints, credentials, ...over }
}

/** An answer that names a figure. */
export const TOLD: BalanceAnswer = { ok: true, balance: { nanos: 5n, currency: 'USD' } }

/** A desk over these providers, and what was asked and kept by it. */
export function testDesk(accounts: readonly TestAccount[], answer: (secret: string) => BalanceAnswer = () => TOLD) {
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
