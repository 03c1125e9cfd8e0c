import type { BalanceAnswer } from '../core/balance.ts'
import type { FreeQuestion } from '../core/free-question.ts'
import type { KeyTrial, KeyTrialRequest } from '../core/key-trial.ts'
import type { Play, Played } from '../core/play.ts'
import type { ProbeAnswer, ProbeRequest } from '../core/probe.ts'
import { DESCRIPTORS } from '../providers/all.ts'
import { askBalanceOf } from '../jobs/ask-balances.ts'
import type { Store } from '../store/store.ts'
import type { Deps } from './deps.ts'

/** What the relay and its upstreams are made to answer. */
type Script = {
  probe: (input: ProbeRequest) => ProbeAnswer
  balance: BalanceAnswer
  keyTest: KeyTrial
  play: () => Played
}

/** What they were asked, before anybody asked. */
export function nothingSeen() {
  return {
    changed: 0,
    probes: [] as ProbeRequest[],
    balances: [] as FreeQuestion[],
    /** Credentials whose balance was to be asked for soon. */
    soon: [] as string[][],
    keyTests: [] as KeyTrialRequest[],
    plays: [] as Play[],
    errors: [] as unknown[],
  }
}

/** The preset of a vendor that can be asked what is left. */
export const TELLER = DESCRIPTORS.find(({ balance }) => balance !== undefined)?.id ?? ''

/** Everything goes well. */
export function ordinaryScript(): Script {
  return { probe: () => OK_PROBE, balance: OK_BALANCE, keyTest: OK_KEY_TEST, play: okPlay }
}

const OK_PROBE: ProbeAnswer = { ok: true, httpStatus: 200, ms: 12, problem: null, models: ['gpt-5.5', 'house-model'] }

const OK_BALANCE: BalanceAnswer = { ok: true, balance: { nanos: 110_000_000_000n, currency: 'CNY' } }

const OK_KEY_TEST: KeyTrial = {
  ok: true,
  status: 200,
  protocol: 'openai-chat',
  model: 'gpt-5.5',
  firstTokenMs: 80,
  totalMs: 120,
  costNanos: 1500n,
  detail: null,
  requestId: 'r1',
}

/** Vendors that answer as the script has it; what they say is left is kept in the store. */
export function scriptedVendors(
  { providers }: Store,
  seen: Pick<ReturnType<typeof nothingSeen>, 'probes' | 'balances' | 'soon'>,
  script: Pick<Script, 'probe' | 'balance'>,
): Pick<Deps, 'probe' | 'askBalance' | 'askBalancesSoon'> {
  const ask = async (input: FreeQuestion) => {
    seen.balances.push(input)
    return script.balance
  }
  const desk = { providers, tells: () => true, ask }
  return {
    probe: async (input) => {
      seen.probes.push(input)
      return script.probe(input)
    },
    askBalance: (of, signal) => askBalanceOf(of, desk, signal),
    askBalancesSoon: (_provider, credentials) => void seen.soon.push([...credentials]),
  }
}

function okPlay(): Played {
  const headers = { 'content-type': 'text/event-stream', 'x-yumen-request-id': 'r1' }
  return { ok: true, requestId: 'r1', answer: { status: 200, headers, body: new Blob(['data: [DONE]\n\n']).stream() } }
}

/** A site whose operator named no public origin, until a test does. */
export function testSite() {
  const namedOrigin: string | null = null
  return { name: 'Yumen', publicOrigin: 'https://yumen.example', namedOrigin, version: '0.1.0', buildId: 'b1' }
}
