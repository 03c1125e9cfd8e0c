import { expect, test } from 'vitest'
import { formatUsd } from '../core/money.ts'
import { DESCRIPTORS, descriptorOf } from './all.ts'
import { type BalanceAsk, balanceUrl, readBalance } from './balance.ts'

function askOf(id: string): BalanceAsk {
  const { balance } = descriptorOf(id)
  if (!balance) throw new Error(`${id} tells no balance`)
  return balance
}

function read(id: string, answer: unknown, baseUrl: string): string | undefined {
  const ask = askOf(id)
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  const balance = readBalance(ask, text, balanceUrl(ask, baseUrl).hostname)
  return balance && `${formatUsd(balance.nanos)} ${balance.currency}`
}

const purse = (currency: string, total_balance: unknown) => ({ currency, total_balance, granted_balance: '10.00' })

// As the vendors' documentation shows them.
const ANSWERS = [
  [
    'deepseek',
    'https://api.deepseek.com/anthropic',
    'https://api.deepseek.com/user/balance',
    { is_available: true, balance_infos: [purse('CNY', '110.00')] },
    '110 CNY',
  ],
  [
    'moonshot',
    'https://api.moonshot.cn/v1',
    'https://api.moonshot.cn/v1/users/me/balance',
    { code: 0, data: { available_balance: 49.58894, voucher_balance: 46.58893, cash_balance: 3.00001 }, status: true },
    '49.58894 CNY',
  ],
  [
    'moonshot',
    'https://api.moonshot.ai/anthropic',
    'https://api.moonshot.ai/v1/users/me/balance',
    { code: 0, data: { available_balance: 49.58894 }, scode: '0x0', status: true },
    '49.58894 USD',
  ],
  [
    'siliconflow',
    'https://api.siliconflow.cn/v1',
    'https://api.siliconflow.cn/v1/user/info',
    { code: 20000, status: true, data: { balance: '0.88', chargeBalance: '88.00', totalBalance: '88.88' } },
    '88.88 CNY',
  ],
  [
    'siliconflow',
    'https://api.siliconflow.com/v1',
    'https://api.siliconflow.com/v1/user/info',
    { data: { totalBalance: '88.88' } },
    '88.88 USD',
  ],
  [
    'stepfun',
    'https://api.stepfun.com/step_plan',
    'https://api.stepfun.com/v1/accounts',
    { object: 'account', type: 'prepaid', balance: 91.6, total_cash_balance: 100, total_voucher_balance: 15 },
    '91.6 CNY',
  ],
  [
    'openrouter',
    'https://openrouter.ai/api/v1',
    'https://openrouter.ai/api/v1/key',
    '{"data":{"label":"sk-or-v1-116...0ce","limit":5,"usage":0.1015644762,"limit_remaining":4.8984355238}}',
    '4.898435523 USD',
  ],
  ['openrouter', 'https://openrouter.ai/api', 'https://openrouter.ai/api/v1/key', { data: { limit_remaining: null } }],
] as const

test.each(ANSWERS)(
  'what is left is asked and read as %s documents it, at %s',
  (...[id, baseUrl, url, answer, left]) => {
    expect(balanceUrl(askOf(id), baseUrl).href).toBe(url)
    expect(read(id, answer, baseUrl)).toBe(left)
  },
)

test('of two purses the one counts that has something', () => {
  const both = { balance_infos: [purse('USD', '0.00'), purse('CNY', '7.50')] }
  expect(read('deepseek', both, 'https://api.deepseek.com')).toBe('7.5 CNY')
  const none = { balance_infos: [purse('USD', '0.00'), purse('CNY', '-0.25')] }
  expect(read('deepseek', none, 'https://api.deepseek.com')).toBe('0 USD')
})

test('no digit is lost, and what is owed is told as such', () => {
  const step = (figure: string) => read('stepfun', `{"balance":${figure}}`, 'https://api.stepfun.com/v1')
  expect(step('900719925.123456789')).toBe('900719925.123456789 CNY')
  expect(step('0.1')).toBe('0.1 CNY')
  expect(step('-0.32')).toBe('-0.32 CNY')
})

test.each([
  ['a page', '<html><body>Sign in</body></html>'],
  ['nothing', ''],
  ['a text', '{"balance":"plenty"}'],
  ['a number in another form', '{"balance":1e3}'],
  ['more than there is money', '{"balance":1000000001}'],
  ['digits without end', `{"balance":${'9'.repeat(60_000)}}`],
  ['a list', '[{"balance":5}]'],
  ['a null', 'null'],
  ['nesting without end', '['.repeat(30_000)],
  ['an object in its place', '{"balance":{"amount":5}}'],
])('no figure is read from %s', (_, answer) => {
  expect(read('stepfun', answer, 'https://api.stepfun.com/v1')).toBeUndefined()
})

test('a purse in a currency nobody knows is passed over', () => {
  const odd = { balance_infos: [purse('EUR', '5'), purse('CNY', '7')] }
  expect(read('deepseek', odd, 'https://api.deepseek.com')).toBe('7 CNY')
})

test('balances are asked of vendors alone whose credential is a bearer key', () => {
  for (const { balance, endpoints } of DESCRIPTORS) {
    if (balance) expect(endpoints.every(({ signing }) => signing === undefined)).toBe(true)
  }
})
