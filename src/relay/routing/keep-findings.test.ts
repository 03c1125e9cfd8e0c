import { afterEach, expect, test, vi } from 'vitest'
import type { Finding } from '../../core/routing.ts'
import { keepFindings } from './keep-findings.ts'

afterEach(() => vi.useRealTimers())

const finding = (reason: string): Finding => ({ status: 'invalid', reason, until: 1 })

function keeper(fails = false) {
  const written: [string, string | null][] = []
  const errors: unknown[] = []
  const write = async (id: string, { reason }: Finding) => {
    written.push([id, reason])
    if (fails) throw new Error('the disk is full')
  }
  return { written, errors, keeper: keepFindings(write, { error: (event) => void errors.push(event) }) }
}

test('of each credential the newest finding is written, a moment later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { keeper: findings, written } = keeper()
  findings.saved('a', finding('1'))
  findings.saved('a', finding('2'))
  findings.saved('b', finding('3'))
  expect(written).toEqual([])
  await vi.advanceTimersByTimeAsync(500)
  expect(written).toEqual([
    ['a', '2'],
    ['b', '3'],
  ])
})

test('what is left at the end is written then', async () => {
  const { keeper: findings, written } = keeper()
  findings.saved('a', finding('1'))
  await findings[Symbol.asyncDispose]()
  expect(written).toEqual([['a', '1']])
})

test('a finding that cannot be written is logged and stops nothing', async () => {
  const { keeper: findings, written, errors } = keeper(true)
  findings.saved('a', finding('1'))
  findings.saved('b', finding('2'))
  await findings[Symbol.asyncDispose]()
  expect([written.length, errors.length]).toEqual([2, 2])
})
