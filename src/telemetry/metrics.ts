import type { TargetEntry } from '../core/directory.ts'
import type { DiskRoom } from '../core/disk-room.ts'
import { countsBetween } from '../core/histogram.ts'
import { formatUsd } from '../core/money.ts'
import { BREAKER_STATES, type CredentialHealth, type EndpointHealth, FINDINGS } from '../core/routing.ts'
import { exposition, type Family, type Labels, type Sample } from './exposition.ts'
import { type Durations, type RequestCounts, TOKEN_KINDS, type WayCounts } from './request-counts.ts'

/** What metrics tell besides what was counted, as it is at this moment. */
export type Standing = {
  version: string
  startedAt: number
  ready: boolean
  openRequests: number
  journal: { bytes: number; maxBytes: number }
  disk: DiskRoom
  memory: { rss: number; heapUsed: number }
  /** Processor time since the start, and the time in which the thread that has the streams was not idle, in milliseconds. */
  busy: { processorMs: number; loopMs: number }
  targets: readonly TargetEntry[]
  health: {
    credential(id: string): Pick<CredentialHealth, 'status'> | undefined
    endpoint(id: string): Pick<EndpointHealth, 'breaker' | 'inFlight'> | undefined
  }
}

type Known = { counts: RequestCounts; now: Standing; nameOf: (providerId: string | null) => string }
type Metric = Omit<Family, 'samples'> & { of: (known: Known) => Iterable<Sample> }

/** Every metric; `provider` is what it is called now, and empty once it is gone. Since no model or provider is unbounded, neither is a label. */
const METRICS: readonly Metric[] = [
  gauge('yumen_build_info', 'The version that runs; always 1.', ({ now }) => one(1, { version: now.version })),
  gauge('yumen_ready', 'Whether requests are taken.', ({ now }) => one(now.ready ? 1 : 0)),
  gauge('yumen_open_requests', 'Requests under way.', ({ now }) => one(now.openRequests)),
  counter('yumen_requests_total', 'Requests that have ended, by how.', requests),
  counter('yumen_tokens_total', 'Tokens used; output holds reasoning, input no cached part.', tokens),
  counter('yumen_charged_usd_total', 'What requests were charged.', (known) =>
    ofWays(known, ({ chargedNanos }) => [{ labels: {}, value: formatUsd(chargedNanos) }]),
  ),
  histogram('yumen_request_seconds', 'From the arrival of a request that was not refused to its end.', (known) =>
    ofWays(known, ({ total }) => spread(total)),
  ),
  histogram('yumen_first_token_seconds', 'From the arrival of a request to the first token of its answer.', (known) =>
    ofWays(known, ({ firstToken }) => spread(firstToken)),
  ),
  counter('yumen_attempts_total', 'How often a provider was asked, by what came of it.', attempts),
  counter(
    'yumen_upstream_cost_usd_total',
    'What asking a provider cost, of requests that were not charged as well.',
    upstreamCost,
  ),
  gauge('yumen_credentials', 'Credentials of a provider, by what was found out about them.', credentials),
  gauge('yumen_endpoints', 'Endpoints of a provider, by their breaker.', endpoints),
  gauge('yumen_upstream_requests', 'Requests under way at a provider.', underWay),
  gauge('yumen_journal_bytes', 'How long the files of the journal are.', ({ now }) => one(now.journal.bytes)),
  gauge('yumen_journal_max_bytes', 'How long they may become before requests are refused.', ({ now }) =>
    one(now.journal.maxBytes),
  ),
  gauge('yumen_disk_free_bytes', 'What is free of the disk of the data folder.', ({ now }) => one(now.disk.free)),
  gauge('yumen_disk_size_bytes', 'How large that disk is.', ({ now }) => one(now.disk.total)),
  counter(
    'yumen_event_loop_busy_seconds_total',
    'Time in which the thread that has the streams was not idle.',
    ({ now }) => one(now.busy.loopMs / 1000),
  ),
  counter('process_cpu_seconds_total', 'Processor time of the process, user and system.', ({ now }) =>
    one(now.busy.processorMs / 1000),
  ),
  gauge('process_resident_memory_bytes', 'Memory of the process.', ({ now }) => one(now.memory.rss)),
  gauge('process_start_time_seconds', 'When the process began, since the epoch.', ({ now }) =>
    one(now.startedAt / 1000),
  ),
  gauge('nodejs_heap_used_bytes', 'What the heap of JavaScript holds.', ({ now }) => one(now.memory.heapUsed)),
]

/** What was counted since the start and what stands now, in the text format of Prometheus. */
export function metricsText(counts: RequestCounts, now: Standing): string {
  const names = new Map(now.targets.map(({ provider }) => [provider.id, provider.name]))
  const known = { counts, now, nameOf: (id: string | null) => (id === null ? '' : (names.get(id) ?? '')) }
  return exposition(METRICS.map(({ of, ...metric }) => ({ ...metric, samples: of(known) })))
}

function gauge(name: string, help: string, of: Metric['of']): Metric {
  return { name, type: 'gauge', help, of }
}

function counter(name: string, help: string, of: Metric['of']): Metric {
  return { name, type: 'counter', help, of }
}

function histogram(name: string, help: string, of: Metric['of']): Metric {
  return { name, type: 'histogram', help, of }
}

function one(value: number, labels: Labels = {}): Sample[] {
  return [{ labels, value }]
}

/** The figures of each protocol, model and provider. */
function ofWays({ counts, nameOf }: Known, samplesOf: (way: WayCounts) => Sample[]): Sample[] {
  return counts.ways.flatMap((way) => {
    const { protocol, model, providerId } = way
    const own = { protocol, model: model ?? '', provider: nameOf(providerId), provider_id: providerId ?? '' }
    return samplesOf(way).map((sample) => ({ ...sample, labels: { ...own, ...sample.labels } }))
  })
}

function requests(known: Known): Sample[] {
  return ofWays(known, ({ ended }) =>
    [...ended].flatMap(([status, ends]) => [...ends].map(([end, value]) => ({ labels: { status, end }, value }))),
  )
}

function tokens(known: Known): Sample[] {
  return ofWays(known, ({ tokens: used }) =>
    TOKEN_KINDS.filter(([kind]) => used[kind] > 0).map(([kind, name]) => ({
      labels: { kind: name },
      value: used[kind],
    })),
  )
}

/** Upper edges of buckets, in milliseconds. */
const EDGES_MS = [50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000]

/** A histogram as Prometheus has it: each bucket holds those before it. */
function spread({ count, sumMs, spread: bins }: Durations): Sample[] {
  if (count === 0) return []
  let below = 0
  const buckets = countsBetween(bins, EDGES_MS).map((within, n): Sample => {
    below += within
    const edge = EDGES_MS[n]
    return { suffix: '_bucket', labels: { le: edge === undefined ? '+Inf' : String(edge / 1000) }, value: below }
  })
  return [
    ...buckets,
    { suffix: '_sum', labels: {}, value: sumMs / 1000 },
    { suffix: '_count', labels: {}, value: count },
  ]
}

function attempts({ counts, nameOf }: Known): Sample[] {
  return [...counts.asked.values()].flatMap(({ providerId, outcomes }) =>
    [...outcomes].map(([outcome, value]) => ({ labels: { ...named(providerId, nameOf), outcome }, value })),
  )
}

function upstreamCost({ counts, nameOf }: Known): Sample[] {
  return [...counts.asked.values()].map(({ providerId, costNanos }) => ({
    labels: named(providerId, nameOf),
    value: formatUsd(costNanos),
  }))
}

const named = (id: string, nameOf: Known['nameOf']): Labels => ({ provider: nameOf(id), provider_id: id })

/** The enabled ways of each provider, with what tells its series apart. */
function ofProviders({ targets }: Standing): { labels: Labels; own: TargetEntry[] }[] {
  const enabled = targets.filter((target) => target.enabled)
  const groups = Map.groupBy(enabled, ({ provider }) => provider.id)
  return [...groups].map(([id, own]) => ({ labels: named(id, () => own[0]?.provider.name ?? ''), own }))
}

/** How many of a provider's parts are in each state. */
function inStates<S extends string>(
  now: Standing,
  label: string,
  { states, idOf, stateOf }: { states: readonly S[]; idOf: (way: TargetEntry) => string; stateOf: (id: string) => S },
): Sample[] {
  return ofProviders(now).flatMap(({ labels, own }) => {
    const found = [...new Set(own.map(idOf))].map(stateOf)
    return states.map((state) => ({
      labels: { ...labels, [label]: state },
      value: found.filter((one) => one === state).length,
    }))
  })
}

function credentials({ now }: Known): Sample[] {
  return inStates(now, 'status', {
    states: FINDINGS,
    idOf: ({ credential }) => credential.id,
    stateOf: (id) => now.health.credential(id)?.status ?? 'active',
  })
}

function endpoints({ now }: Known): Sample[] {
  return inStates(now, 'breaker', {
    states: BREAKER_STATES,
    idOf: ({ endpoint }) => endpoint.id,
    stateOf: (id) => now.health.endpoint(id)?.breaker ?? 'closed',
  })
}

function underWay({ now }: Known): Sample[] {
  return ofProviders(now).map(({ labels, own }) => {
    const ids = [...new Set(own.map(({ endpoint }) => endpoint.id))]
    return { labels, value: ids.reduce((sum, id) => sum + (now.health.endpoint(id)?.inFlight ?? 0), 0) }
  })
}
