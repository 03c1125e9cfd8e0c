import type { KeyTestInput, KeyTestResult, PlayInput, PlayResult, ProbeInput, ProbeResult } from './deps.ts'

/** What the relay and its upstreams are made to answer. */
type Script = { probe: (input: ProbeInput) => ProbeResult; keyTest: KeyTestResult; play: () => PlayResult }

/** What they were asked, before anybody asked. */
export function nothingSeen() {
  return {
    changed: 0,
    probes: [] as ProbeInput[],
    keyTests: [] as KeyTestInput[],
    plays: [] as PlayInput[],
    errors: [] as unknown[],
  }
}

/** Everything goes well. */
export function ordinaryScript(): Script {
  return { probe: () => OK_PROBE, keyTest: OK_KEY_TEST, play: okPlay }
}

const OK_PROBE: ProbeResult = { ok: true, httpStatus: 200, ms: 12, problem: null, models: ['gpt-5.5', 'house-model'] }

const OK_KEY_TEST: KeyTestResult = {
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

function okPlay(): PlayResult {
  const headers = { 'content-type': 'text/event-stream', 'x-yumen-request-id': 'r1' }
  return { ok: true, requestId: 'r1', answer: { status: 200, headers, body: new Blob(['data: [DONE]\n\n']).stream() } }
}
