import type { ModelEntry } from '../../core/directory.ts'
import { GatewayError } from '../../core/errors.ts'
import type { RequestRecord } from '../../core/records.ts'
import type { Usage } from '../../core/usage.ts'
import type { Permit } from '../../metering/open-request.ts'
import type { Delivered, Outcome } from '../../metering/record.ts'
import type { Exchange } from '../exchange.ts'
import type { Candidate } from '../routing/candidates.ts'
import { openBook } from './realtime-book.ts'
import type { Admission, Talk } from './running.ts'

const priced = (id: string, rates: object) =>
  ({ id, price: { version: '1', rates, tiers: [] } }) as unknown as ModelEntry
const MODELS: Readonly<Record<string, ModelEntry>> = {
  asr: priced('asr', { audioIn: 1n, output: 1n }),
  timed: priced('timed', { audioIn: 1n }),
}
const COVERED = { isStrict: false, isLeft: true, isRefused: false }

/** A session, and what is booked of it; `limit` is what stands against its going on. */
export function bookedSession(over: Partial<typeof COVERED> = {}) {
  const limit = { ...COVERED, ...over }
  const rows: (Outcome & { model: string })[] = []
  const cancelled: string[] = []
  const refusals: string[] = []
  let [admissions, commits] = [0, 0]
  const expected: (Usage | undefined)[] = []
  const shown: Delivered[] = []
  const talks: Talk[] = []
  const admit = async (exchange: Exchange, { heard, talk, isBegun }: Admission): Promise<Permit> => {
    admissions += 1
    expected.push(heard?.expected)
    if (talk) talks.push(talk)
    let model = ''
    const against = limit.isRefused ? new GatewayError('limit_reached_total') : null
    if (against && !isBegun) throw against
    return {
      against,
      resolved: (entry: ModelEntry) => {
        model = entry.id
      },
      asking: () => undefined,
      delivering: (seen: Delivered) => void shown.push(seen),
      progressed() {
        if (!limit.isLeft) exchange.cut(new GatewayError('limit_reached_midway'))
        return limit.isLeft || !limit.isStrict
      },
      tried: () => undefined,
      async settle(outcome: Outcome) {
        rows.push({ ...outcome, model })
        return {} as RequestRecord
      },
    } as unknown as Permit
  }
  const target = { provider: {}, endpoint: {}, credential: {} }
  const book = openBook({
    model: () => priced('talker', { output: 1n }),
    candidate: { target } as unknown as Candidate,
    open: () => ({ at: 0, elapsedMs: () => 0, cut: () => undefined }) as unknown as Exchange,
    admit,
    transcriber: (name) => {
      const model = MODELS[name ?? '']
      return model ? { name: 'alias', model } : null
    },
    cancel: (id) => void cancelled.push(id),
    commit: () => {
      commits += 1
    },
    refused: (error, id) => void refusals.push(`${error.code} ${String(id)}`),
    declined: (error, eventId) => void refusals.push(`${error.code}, asked for by ${eventId}`),
  })
  const goesOut = (type: string, facts: object) => book.heard({ type, ...facts })
  const hear = (type: string, facts: object) => void goesOut(type, facts)
  const wordOf = (id: string, delta: string) => goesOut('response.output_text.delta', { response_id: id, delta })
  const says = (id: string, delta: string) => void wordOf(id, delta)
  const transcribes = (model: string) =>
    hear('session.updated', { session: { audio: { input: { transcription: { model } } } } })
  return {
    limit,
    book,
    rows,
    cancelled,
    refusals,
    expected,
    talks,
    shown,
    hear,
    goesOut,
    says,
    wordOf,
    transcribes,
    admitted: () => admissions,
    commits: () => commits,
  }
}
