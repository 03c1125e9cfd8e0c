import { newId } from '../core/ids.ts'
import type { AttemptRecord, RequestRecord } from '../core/records.ts'
import { NO_USAGE } from '../core/usage.ts'
import { TEST_NOW, type TestStore } from './test-store.ts'

/** One attempt that went well. */
export function anAttempt(over: Partial<AttemptRecord> = {}): AttemptRecord {
  return {
    n: 1,
    providerId: 'p1',
    providerName: 'Acme',
    endpointId: 'e1',
    credentialId: 'c1',
    credentialLast4: 'a1B2',
    decision: 'chosen',
    reason: null,
    startedMs: 1,
    headersMs: 80,
    firstTokenMs: 120,
    endedMs: 900,
    httpStatus: 200,
    errorClass: null,
    retryable: false,
    usage: NO_USAGE,
    upstreamCostNanos: 0n,
    ...over,
  }
}

/** A request that went well, at `at`, with one attempt. */
export function aRequest(over: Partial<RequestRecord> = {}): RequestRecord {
  return {
    id: newId(),
    at: TEST_NOW,
    userId: 'u1',
    keyId: 'k1',
    client: 'curl',
    ip: '192.0.2.1',
    protocolIn: 'openai-chat',
    protocolOut: 'openai-chat',
    modelAsked: 'm1',
    model: 'm1',
    modelAnswered: 'm1',
    stream: true,
    status: 'succeeded',
    end: 'complete',
    httpStatus: 200,
    errorClass: null,
    errorMessage: null,
    providerId: 'p1',
    endpointId: 'e1',
    credentialId: 'c1',
    queueMs: 0,
    headersMs: 80,
    firstTokenMs: 120,
    totalMs: 900,
    usage: { ...NO_USAGE, input: 10, output: 20, requests: 1 },
    usageSource: 'upstream',
    usageRaw: null,
    costNanos: 1_000n,
    upstreamCostNanos: 900n,
    priceVersion: null,
    serviceTier: null,
    multiplierMicros: 1_000_000n,
    attempts: [anAttempt({ upstreamCostNanos: over.upstreamCostNanos ?? 900n })],
    ...over,
  }
}

/** A failure with a status and a class. */
export function aFailure(httpStatus: number, errorClass: string, over: Partial<RequestRecord> = {}): RequestRecord {
  const failed = { status: 'failed', end: 'upstream_error', costNanos: 0n, upstreamCostNanos: 0n } as const
  return aRequest({ ...failed, httpStatus, errorClass, errorMessage: `It failed: ${errorClass}.`, ...over })
}

/** Adds a user to a test's store. */
export async function addUser(store: TestStore, id = 'u1', role: 'admin' | 'user' = 'user'): Promise<void> {
  const user = {
    id,
    email: `${id}@example.com`,
    name: `User ${id}`,
    role,
    passwordHash: 'hash',
    mustChangePassword: false,
  }
  await store.users.create(user)
}

/** Adds a model of which input alone is priced, in nano-dollars per million tokens. */
export async function addModel(store: TestStore, input: bigint): Promise<void> {
  await store.models.create({
    id: 'm1',
    displayName: 'M1',
    vendor: '',
    kind: 'chat',
    context: null,
    maxOutput: null,
    abilities: [],
    aliases: [],
    price: { rates: { input }, tiers: [] },
    enabled: true,
  })
}

/** Adds a key to a test's store. */
export async function addKey(store: TestStore, id = 'k1', userId = 'u1'): Promise<void> {
  await store.keys.create({
    id,
    userId,
    name: `Key ${id}`,
    note: '',
    hash: `hash-of-${id}`,
    prefix: 'sk-ym-abcd',
    last4: 'wxyz',
    expiresAt: null,
    allowModels: null,
    allowIps: null,
  })
}
