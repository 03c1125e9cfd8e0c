import { createHash } from 'node:crypto'
import type { ModelEntry, TargetEntry } from '../../core/directory.ts'
import type { Pin } from '../../core/pin.ts'
import { asRecord, type Json } from '../../core/json.ts'
import { DAY_MS } from '../../core/time.ts'
import { NO_USAGE, tokenCount, type Usage } from '../../core/usage.ts'
import type { Charge, Ledger } from '../../metering/ledger.ts'
import { tellsInput } from '../../metering/record.ts'
import {
  figuredOfResult,
  leavesOut,
  sumOf,
  usageOfBatch,
  usageOfResult,
} from '../../protocols/pass-through/batch-usage.ts'
import { openRecord } from '../attempt.ts'
import type { Caller } from '../authenticate.ts'
import { clientOf } from '../client.ts'
import type { Directory } from '../directory.ts'
import { UpstreamFailure } from '../failure.ts'
import { expectedAt } from './expected.ts'
import type { Pins } from './pins.ts'
import { chunksOf, reach, type Reaching } from './reach.ts'
import { PROTOCOL_OF } from './routes.ts'

/** What charging a batch takes; `caller` asked for it, and pays on their own terms only where the key that made it is gone. */
export type Billing = Reaching & {
  directory: Directory
  ledger: Pick<Ledger, 'charge'>
  pins: Pick<Pins, 'priceOf'>
  caller: Caller
  now: () => number
}

/** A batch that was made here, and what its upstream says of it. */
export type Batch = { pin: Pin; target: TargetEntry; object: Json }

/** Statuses after which nothing more is used (OpenAI's `status`, Anthropic's `processing_status`). */
const FINISHED: ReadonlySet<unknown> = new Set(['completed', 'expired', 'cancelled', 'failed', 'ended'])

/** Whether a batch, in its vendor's words for it, will use nothing more. */
export function isFinished({ status, processing_status }: Json): boolean {
  return FINISHED.has(processing_status ?? status)
}

/**
 * Charges what a finished batch used to the key it was made with: as a request of its own, whose id comes from the batch's, so
 * that doing it again changes nothing. Throws the limit that stands against it: what is not paid for is not shown.
 */
export async function billBatch(batch: Batch, billing: Billing): Promise<void> {
  const { pin, target, object } = batch
  const { ledger } = billing
  const { usage, estimated } = (await usedBy(batch, billing)) ?? { usage: NO_USAGE, estimated: false }
  const { admitted, asking } = chargedTo(pin, await soldAs(pin, billing), billing)
  const attempt = { ...openRecord({ exchange: { elapsedMs: () => 0 }, target, n: 1 }), httpStatus: 200 }
  const usageRaw = JSON.stringify({ batch: pin.id, ...asRecord(object.usage) }).slice(0, 4096)
  const whole = { usageRaw, model: null, serviceTier: 'batch', pieces: 0, terminal: true } as const
  const delivered = { ...whole, usage, ...(estimated && { estimated }) }
  await ledger.charge({
    admitted,
    asking,
    trail: { model: asking.model, target, attempts: [attempt] },
    outcome: { end: 'complete', httpStatus: 200, errorClass: null, errorMessage: null, delivered },
  })
}

/** The model as it was sold when the batch was made, whatever became of it and its price since. */
async function soldAs({ model: id, createdAt }: Pin, { directory, pins }: Billing): Promise<ModelEntry | null> {
  if (id === null) return null
  const model = directory.model(id) ?? formerModel(id)
  return { ...model, price: await pins.priceOf(id, createdAt), laterPrices: [] }
}

function formerModel(id: string): Omit<ModelEntry, 'price'> {
  return { id, aliases: [], displayName: id, vendor: '', context: null, maxOutput: null, createdAt: 0, strategy: null }
}

/** Whoever made it pays, whoever of theirs asks for it. */
function chargedTo(
  pin: Pin,
  model: ModelEntry | null,
  { directory, caller, exchange, now }: Billing,
): Pick<Charge, 'admitted' | 'asking'> {
  const payer = directory.keyById(pin.keyId) ?? { ...caller, id: pin.keyId }
  const multiplierMicros = pin.multiplierMicros ?? payer.multiplierMicros
  return {
    asking: { payer, model, multiplierMicros },
    admitted: {
      id: billIdOf(pin),
      at: now(),
      userId: pin.userId,
      keyId: pin.keyId,
      client: clientOf(exchange.headers),
      ip: exchange.ip,
      protocolIn: PROTOCOL_OF[pin.kind],
      modelAsked: pin.model ?? '',
      stream: false,
      multiplierMicros,
      inputTokens: 0,
    },
  }
}

/** The id of a batch's bill: in the shape of all others, the same for the same batch of the same upstream. */
export function billIdOf({ providerId, kind, id }: Pick<Pin, 'providerId' | 'kind' | 'id'>): string {
  const hex = createHash('sha256').update(`${providerId} ${kind} ${id}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** `estimated`: not all of it was told. */
type Used = { usage: Usage; estimated: boolean }

/** As the batch tells it, else as the lines of its results add up, which go first where the batch leaves something out; null when nothing was answered. */
async function usedBy(batch: Batch, by: Reaching & Pick<Billing, 'now'>): Promise<Used | null> {
  const { pin, object } = batch
  const usage = pin.kind === 'batch' ? usageOfBatch(object) : null
  const told = usage && { usage, estimated: false }
  const path = resultsOf(pin, object)
  if (path === null || (told && !leavesOut(object))) return told
  try {
    return (await sumAt(path, batch, by)) ?? told
  } catch (error) {
    if (!told || !(error instanceof UpstreamFailure)) throw error
    // Most of it is better charged than none: what is too large stays so, and what is refused for days is not going to be given.
    if (error.class === 'too_large' || by.now() - pin.createdAt > RESULTS_MS) return told
    throw error
  }
}

/** A batch runs for a day at most (the vendors' guides to batches); for two more its results are waited for. */
const RESULTS_MS = 3 * DAY_MS

/** What the results at a path add up to; null when nothing was answered, or they are gone. */
async function sumAt(path: string, { pin, target, object }: Batch, by: Reaching): Promise<Used | null> {
  const answer = await reach(target, { method: 'GET', path }, by)
  if (answer.status !== 200) {
    answer.cancel('status')
    // What has expired, or was deleted before anybody asked for it, cannot be counted any more, nor read.
    if (answer.status === 404 || answer.status === 410) return null
    throw new UpstreamFailure('status')
  }
  const { endpoint } = object
  let sum: Usage | null = null
  const count = { lines: 0, figured: 0, short: 0 }
  for await (const line of linesOf(chunksOf(answer, target))) {
    if (line.trim() !== '') count.lines += 1
    const told = usageOfResult(line, endpoint)
    const figured = told && tellsInput({ usage: told }) ? null : figuredOfResult(line, endpoint, told)
    if (figured) count.figured += 1
    if (figured?.isShort) count.short += 1
    const used = figured?.usage ?? told
    if (used) sum = sumOf(sum ?? NO_USAGE, used)
  }
  if (!sum || count.figured === 0) return sum && { usage: sum, estimated: false }
  // Nobody tells what these read: of what all requests have to be read, they have their share.
  const all = Math.max(count.lines, tokenCount(asRecord(object.request_counts).total))
  const input = Math.ceil((expectedAt(endpoint, pin).input * count.short) / all)
  return { usage: { ...sum, input: sum.input + input }, estimated: true }
}

function resultsOf({ kind, id }: Pin, { output_file_id: file }: Json): string | null {
  if (kind === 'message-batch') return `/v1/messages/batches/${id}/results`
  return typeof file === 'string' ? `/v1/files/${encodeURIComponent(file)}/content` : null
}

/** One result is one answer, and may be as long as one. */
const MAX_LINE_BYTES = 32 * 1024 * 1024
const LINE_FEED = 0x0a

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    let start = 0
    for (let feed = chunk.indexOf(LINE_FEED); feed >= 0; feed = chunk.indexOf(LINE_FEED, start)) {
      yield Buffer.concat([...begun, chunk.subarray(start, feed)]).toString('utf8')
      begun = []
      size = 0
      start = feed + 1
    }
    begun.push(Buffer.from(chunk.subarray(start)))
    size += chunk.length - start
    if (size > MAX_LINE_BYTES) throw new UpstreamFailure('too_large')
  }
  if (size > 0) yield Buffer.concat(begun).toString('utf8')
}
