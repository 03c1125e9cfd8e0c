import { expect, test } from 'vitest'
import type { TargetEntry } from '../core/directory.ts'
import { openaiResponses } from '../protocols/openai-responses/openai-responses.ts'
import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import { createDirectory } from './directory.ts'
import { usableModels } from './models.ts'
import { boundPlan } from './pinned/bound.ts'
import { plan } from './plan.ts'
import { createRouting } from './routing/routing.ts'
import { simulate } from './routing/simulate.ts'
import { aTarget, CALLER, MODEL, POLICY, testClock } from './routing/test-targets.ts'

/** What becomes of a request of an account that may use some providers only. */
function world(targets: TargetEntry[], allowProviders: string[] | null) {
  const directory = createDirectory()
  directory.replace({ keys: [], models: [MODEL], targets, limits: [], accounts: [], limitUse: [] })
  const clock = testClock()
  const dice = () => 0.5
  const routing = createRouting({
    clock,
    translates: () => false,
    saved: () => undefined,
    admitsTarget: () => null,
    policy: () => POLICY,
  })
  const caller = { ...CALLER, allowProviders }
  const at = clock.now()
  const asked = { caller, at, model: 'm', protocol: 'openai-chat', stream: false, policy: POLICY } as const
  const turn = openaiChat.read({ path: '', query: new URLSearchParams(), body: Buffer.from('{"model":"m"}') })
  const planned = plan({ caller, protocol: openaiChat, turn, headers: {}, at }, { ...routing, directory, dice })
  const simulated = simulate(asked, { directory, routing, dice })
  return {
    planned,
    order: planned.candidates.map(({ target }) => target.provider.id),
    skips: planned.skips.map(({ target, reason }) => [target.provider.id, reason]),
    fates: simulated.fates.map(({ target, reason }) => [target.provider.id, reason]),
    refusals: [planned.refusal().code, simulated.refusal?.code],
    listed: usableModels(caller, { directory, at }).length,
  }
}

const anthropic = { dialect: 'anthropic', capabilities: ['messages'] } as const

test('providers that the account may not use are left out before all else, which the request and the simulation tell', () => {
  const targets = [aTarget('best', { priority: 0 }), aTarget('own'), aTarget('off', { enabled: false })]
  expect(world(targets, null)).toMatchObject({ order: ['best', 'own'], skips: [['off', 'disabled']], listed: 1 })
  const forbidden = [
    ['best', 'forbidden'],
    ['off', 'forbidden'],
  ]
  const bounded = world(targets, ['own', 'gone'])
  expect(bounded).toMatchObject({ order: ['own'], skips: forbidden, listed: 1 })
  expect(bounded.fates).toEqual([['own', null], ...forbidden])
})

test.each([
  ['nobody else serves it', [aTarget('other')], 'model_not_allowed', 0],
  ['its own are switched off', [aTarget('other'), aTarget('own', { enabled: false })], 'no_upstream', 0],
  ['its own cannot do it', [aTarget('other'), aTarget('own', { endpoint: anthropic })], 'model_not_served', 1],
])('where %s, a model is refused as one that nobody has', (_, targets, code, listed) => {
  expect(world(targets, ['own'])).toMatchObject({ order: [], refusals: [code, code], listed })
})

test('what is kept with a provider that the account may not use any more is asked for in vain', async () => {
  const { planned } = world([aTarget('other'), aTarget('own')], ['own'])
  const pin = { kind: 'response', endpointId: 'other-endpoint', credentialId: 'other-credential', id: 'resp_1' }
  const body = Buffer.from('{"model":"m","previous_response_id":"resp_1"}')
  const asked = {
    protocol: openaiResponses,
    turn: openaiResponses.read({ path: '', query: new URLSearchParams(), body }),
    userId: 'u',
  }
  const pins = { find: () => Promise.resolve(pin as never) }
  const bound = Promise.resolve(boundPlan(planned, asked, { pins, memory: { knows: () => false } }))
  await expect(bound).rejects.toMatchObject({ code: 'object_elsewhere' })
})
