import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { getKey, patchKey } from '../../src/contract/keys.ts'
import type { LimitInput } from '../../src/contract/limits.ts'
import { adminUsage } from '../../src/contract/usage.ts'
import { formatUsd, parseUsd } from '../../src/core/money.ts'
import { diceOf } from '../../src/demo/dice.ts'
import { startVendor } from '../vendor/server.ts'
import { startGateway } from './gateway.ts'
import { ADMIN } from './process-env.ts'

const SEED = Number(process.env['YUMEN_FAULTS_SEED'] ?? Date.now() % 1_000_000)
const LASTS_MS = 1500
const CALLERS = 8
const RULES = { mode: 'normal', action: 'refuse' } as const
const COST: LimitInput = { metric: 'cost', window: 'total', max: '1000', ...RULES }
const REQUESTS: LimitInput = { metric: 'requests', window: 'month', max: 100_000, ...RULES }
const HARD: LimitInput = { metric: 'cost', window: 'day', max: '1000', ...RULES, mode: 'hard' }
const CHOICES = [[], [COST], [COST, REQUESTS], [HARD, REQUESTS]]

test('limits that are made, changed and taken away under load have counted what the rows say', async () => {
  process.stdout.write(`limits: YUMEN_FAULTS_SEED=${SEED}\n`)
  const dice = diceOf(SEED)
  const pick = <T>(list: readonly T[]) => list[Math.floor(dice() * list.length)] as T
  await using vendor = await startVendor({ keepBytes: 0 })
  await using gateway = await startGateway()
  await gateway.addModel('m')
  await gateway.addProvider({ vendor, models: ['m'] })
  vendor.script({ text: ['one ', 'two '], delays: { eventMs: 5 }, usage: { input: 1000, output: 7 } })
  const keys = [await gateway.addKey(), await gateway.addKey()]
  const until = performance.now() + LASTS_MS
  const calls = Array.from({ length: CALLERS }, async () => {
    while (performance.now() < until) {
      const stream = dice() < 0.5
      const response = await fetch(`${gateway.origin}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${pick(keys).secret}` },
        body: JSON.stringify({ model: 'm', stream, messages: [{ role: 'user', content: 'hi' }] }),
      })
      expect(response.status).toBe(200)
      await response.text()
    }
  })
  const change = async (limits: LimitInput[]) => {
    const body = { limits, password: ADMIN.password }
    await Promise.all(keys.map(({ id }) => gateway.call(patchKey, { params: { id }, body })))
  }
  while (performance.now() < until) {
    await change(pick(CHOICES))
    await pause(dice() * 60)
  }
  await change([COST, REQUESTS])
  await Promise.all(calls)

  const query = { from: '2026-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z', limit: 200 }
  const paid = new Map(keys.map(({ id }) => [id, { cost: 0n, requests: 0 }]))
  await expect
    .poll(() => gateway.call(adminUsage.summary, { query: { from: query.from, to: query.to } }))
    .toMatchObject({
      current: { requests: vendor.served.length },
    })
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { items: { key: { id: string }; cost: string }[]; next: string | null } = await gateway.call(
      adminUsage.requests,
      { query: { ...query, ...(cursor !== '' && { cursor }) } },
    )
    for (const { key, cost } of page.items) {
      const sum = paid.get(key.id)
      if (!sum) continue
      sum.cost += parseUsd(cost) ?? 0n
      sum.requests += 1
    }
    cursor = page.next
  }
  for (const { id } of keys) {
    const { limits } = await gateway.call(getKey, { params: { id } })
    const { cost = 0n, requests = 0 } = paid.get(id) ?? {}
    const seen = new Map(limits.map(({ metric, used, held }) => [metric, [used, Number(held)]]))
    expect(seen).toEqual(
      new Map<string, unknown>([
        ['cost', [formatUsd(cost), 0]],
        ['requests', [requests, 0]],
      ]),
    )
  }
})
