import { type RawBuilder, sql } from 'kysely'
import { BIN_WIDTH } from '../core/histogram.ts'
import type { RollupHourRow } from './schema-requests.ts'

/** How one column of sums is read from a row of `request`, or of `request` and `attempt`. */
type Columns = Readonly<Record<keyof RollupHourRow, RawBuilder<unknown>>>

const NONE = sql.lit(0)
const NO_TIMES = sql.lit('')

/** A time as the histogram that holds it alone. */
function histogramOf(ms: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${ms} is null then '' else cast(round(ln(case when ${ms} < 1 then 1 else ${ms} end) / ${sql.lit(BIN_WIDTH)}) as integer) || ':1' end`
}

const OWN: Columns = {
  bucket: sql`r.at`,
  user_id: sql`r.user_id`,
  key_id: sql`r.key_id`,
  model: sql`coalesce(r.model, '')`,
  provider_id: sql`coalesce(r.provider_id, '')`,
  client: sql`r.client`,
  protocol: sql`r.protocol_in`,
  status: sql`r.status`,
  http_status: sql`r.http_status`,
  endpoint_id: sql`coalesce(r.endpoint_id, '')`,
  credential_id: sql`coalesce(r.credential_id, '')`,
  requests: sql.lit(1),
  attempts: sql`r.attempts_made`,
  switched: sql`case when r.attempts_made > 1 then 1 else 0 end`,
  input: sql`r.input`,
  cache_read: sql`r.cache_read`,
  cache_write: sql`r.cache_write_5m + r.cache_write_1h`,
  output: sql`r.output`,
  reasoning: sql`r.reasoning`,
  media: sql`r.audio_in + r.audio_out + r.image_in + r.image_out`,
  cost_nanos: sql`r.cost_nanos`,
  upstream_cost_nanos: sql`r.upstream_cost_nanos`,
  first_token_hist: histogramOf(sql`r.first_token_ms`),
  total_hist: histogramOf(sql`r.total_ms`),
}

const NOTHING = {
  requests: NONE,
  attempts: NONE,
  switched: NONE,
  input: NONE,
  cache_read: NONE,
  cache_write: NONE,
  output: NONE,
  reasoning: NONE,
  media: NONE,
  cost_nanos: NONE,
  first_token_hist: NO_TIMES,
  total_hist: NO_TIMES,
}

/** What others were paid for a request, such as the loser of a hedge, is taken from where it was answered … */
const LENT: Columns = { ...OWN, ...NOTHING, upstream_cost_nanos: sql`-a.upstream_cost_nanos` }
/** … and stands where it was paid. */
const PAID: Columns = {
  ...LENT,
  provider_id: sql`a.provider_id`,
  endpoint_id: sql`a.endpoint_id`,
  credential_id: sql`a.credential_id`,
  upstream_cost_nanos: sql`a.upstream_cost_nanos`,
}

const REQUESTS = sql`request as r`
const PAYMENTS = sql`request as r join attempt as a on a.request_id = r.id
  where r.attempts_made > 1 and a.upstream_cost_nanos <> 0`

const read = (columns: Columns, from: RawBuilder<unknown>) =>
  sql<RollupHourRow>`(select ${sql.join(Object.entries(columns).map(([name, value]) => sql`${value} as ${sql.ref(name)}`))} from ${from})`

const ANSWERED = [read(OWN, REQUESTS)]
const WITH_PAYMENTS = [...ANSWERED, read(LENT, PAYMENTS), read(PAID, PAYMENTS)]

/** The rows of requests under the names of sums, each with its own time as its bucket; `ways`: whether it matters to whom was paid. */
export const rowCells = (ways: boolean): readonly RawBuilder<RollupHourRow>[] => (ways ? WITH_PAYMENTS : ANSWERED)
