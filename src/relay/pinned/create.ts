import { allows } from '../../core/bounds.ts'
import type { ModelEntry, TargetEntry } from '../../core/directory.ts'
import { GatewayError } from '../../core/errors.ts'
import { valueAt } from '../../core/json.ts'
import type { Expected, Pin, PinKind } from '../../core/pin.ts'
import { requestSpans } from '../../protocols/request.ts'
import { batchFile, type BatchRequests, messageBatch } from '../../protocols/pass-through/batch-requests.ts'
import { fileSpans, formSpans } from '../../protocols/pass-through/form-spans.ts'
import type { Caller } from '../authenticate.ts'
import { secondsOf } from '../classify.ts'
import { boundBatch } from './bound.ts'
import { expectedAt, expectedOf } from './expected.ts'
import { usableModels } from '../models.ts'
import { refusalOf, resolveModel } from '../plan.ts'
import type { Candidate } from '../routing/candidates.ts'
import { survey, type Surveying } from '../routing/survey.ts'
import type { Directory } from '../directory.ts'
import type { Exchange } from '../exchange.ts'
import type { SpooledForm } from '../forms/spooled-form.ts'
import type { Pins } from './pins.ts'
import { type Call, targetOf } from './reach.ts'
import { type FileKind, PROTOCOL_OF } from './routes.ts'

/** What is to be made: who may be asked for it in order, how, and what is written down of it. */
export type Making = {
  kind: PinKind
  candidates: readonly Candidate[]
  /** What the caller is told when nobody can be asked. */
  refusal: GatewayError
  callTo(target: TargetEntry): Call
  model: ModelEntry | null
  /** Bytes of what is made of it; null where they are no matter. */
  size: number | null
  /** What its requests will use; null where it has none. */
  expected: Expected | null
}

/** What making something is planned by. */
export type Planning = {
  directory: Directory
  pins: Pick<Pins, 'find'>
  by: Surveying
  mostWhole: () => number
  averageOutput: (modelId: string) => number
}
type Asked = { exchange: Exchange; caller: Caller; form?: SpooledForm | undefined }

/** What a call that makes something asks for; throws what is wrong with it. */
export async function makingOf(
  kind: PinKind,
  { body, ...asked }: Asked & { body: Buffer },
  planning: Planning,
): Promise<Making> {
  switch (kind) {
    case 'file':
    case 'anthropic-file':
      return fileOf(kind, body, asked, planning)
    case 'batch':
      return batchOf(body, asked, planning)
    case 'message-batch':
      return modelled(
        kind,
        await messageBatch(body),
        { ...asked, written: body, path: '/v1/messages/batches' },
        planning,
      )
    case 'gemini-file':
    case 'response':
    case 'interaction':
      throw new Error(`${kind}s are made by their own protocol`)
  }
  return kind satisfies never
}

/** A file for batches goes to whoever serves the model its requests name; any other to the first who keeps files. */
async function fileOf(
  kind: 'file' | 'anthropic-file',
  told: Buffer,
  { exchange, caller, form }: Asked,
  planning: Planning,
): Promise<Making> {
  const contentType = exchange.headers['content-type'] ?? ''
  // Anthropic's batches have their requests in them, and its files no purpose.
  const purpose = kind === 'file' ? formSpans(told, contentType).lastValue('purpose') : null
  // The requests of a batch are looked at one by one; any other file is sent on unread.
  const body = form && purpose === 'batch' ? await form.whole(told, planning.mostWhole()) : told
  const [file, ...others] = fileSpans(body, contentType, 'file')
  if (!file || others.length > 0) throw new GatewayError('body_invalid', { reason: 'the form must have one `file`' })
  const call = { method: 'POST', path: '/v1/files', contentType } as const
  if (purpose === 'batch') {
    const written = body.subarray(file.start, file.end)
    return modelled('file', await batchFile(body, file), { ...call, exchange, caller, written }, planning)
  }
  return {
    kind,
    ...keepers(kind, { exchange, caller }, planning),
    callTo: () => ({ ...call, body: form?.filled(body) ?? body }),
    model: null,
    size: null,
    expected: null,
  }
}

/** Who may be asked to keep a file, each once however many models it serves. */
export function keepers(kind: FileKind, asked: Asked, planning: Planning): Pick<Making, 'candidates' | 'refusal'> {
  const { userId, allowProviders } = asked.caller
  const wanted = { protocol: PROTOCOL_OF[kind], stream: false, allowProviders, userId }
  const found = wantedModels(asked, planning).map((model) => survey(model, wanted, planning.by))
  const kept = found.flatMap((one) => one.kept)
  const ordered = kept.toSorted(({ target: one }, { target: other }) => one.priority - other.priority)
  const ways = Map.groupBy(ordered, ({ target }) => `${target.endpoint.id} ${target.credential.id}`)
  const waits = found.flatMap(({ resting }) => resting.map(({ waitMs }) => waitMs))
  return {
    candidates: ways
      .values()
      .flatMap((way) => way.slice(0, 1))
      .toArray(),
    refusal:
      waits.length > 0
        ? new GatewayError('upstream_failed', { seconds: secondsOf(Math.min(...waits)) })
        : new GatewayError('capability_missing', { what: 'files' }),
  }
}

/** Any model's provider may keep a file, unless the caller names the one it is for. */
function wantedModels({ exchange, caller }: Asked, { directory }: Planning): readonly ModelEntry[] {
  const wanted = exchange.headers['x-yumen-model']
  const at = { directory, at: exchange.at }
  return typeof wanted === 'string' ? [resolveModel(caller, wanted, at)] : usableModels(caller, at)
}

const BATCH_KEYS: ReadonlySet<string> = new Set(['input_file_id', 'endpoint'])

/** A batch is made where its file is; whose requests were looked at when it came. */
async function batchOf(body: Buffer, { caller, exchange }: Asked, { directory, pins }: Planning): Promise<Making> {
  const spans = requestSpans(body, BATCH_KEYS)
  const id = spans.lastValue('input_file_id')
  if (typeof id !== 'string' || spans.of('input_file_id').length !== 1)
    throw new GatewayError('body_invalid', { reason: '`input_file_id` must name one file' })
  const endpoints = spans.of('endpoint').map((span) => valueAt(body, span))
  // Nothing that a video tells says what it costs, and none is made here by any other way.
  if (endpoints.includes('/v1/videos'))
    throw new GatewayError('body_invalid', { reason: '`endpoint` is not possible here: `/v1/videos`' })
  const pin = await pins.find('file', id.slice(0, 200), caller.userId)
  if (!pin) throw new GatewayError('object_not_found', { id: id.slice(0, 200) })
  if (pin.model === null)
    throw new GatewayError('body_invalid', { reason: 'the file was not uploaded with the purpose `batch`' })
  // What it costs is spent with whoever keeps the file.
  if (!allows(caller.allowProviders, pin.providerId)) throw new GatewayError('object_elsewhere', { id: pin.id })
  return {
    kind: 'batch',
    candidates: [{ target: targetOf(pin, directory), protocol: PROTOCOL_OF.batch }],
    refusal: new GatewayError('object_unreachable', { id: pin.id }),
    callTo: () => ({ method: 'POST', path: '/v1/batches', body }),
    model: resolveModel(caller, pin.model, { directory, at: exchange.at }),
    size: pin.size,
    expected: expectedAt(endpoints.at(-1), pin),
  }
}

/** `written`: what the requests stand in. */
type Modelled = Asked & { written: Uint8Array; path: string; contentType?: string }

/** The protocol whose way of naming what is kept takes in that of all requests a batch may have. */
const ASKED_IN = { file: 'openai-responses', 'message-batch': 'anthropic-messages' } as const

/** What names a model is made by one of those who serve it in batches. */
async function modelled(
  kind: 'file' | 'message-batch',
  requests: BatchRequests,
  { caller, exchange, written, path, contentType }: Modelled,
  { directory, by, pins, averageOutput }: Planning,
): Promise<Making> {
  const model = resolveModel(caller, requests.model, { directory, at: exchange.at })
  const protocol = PROTOCOL_OF[kind === 'file' ? 'batch' : kind]
  const { userId, allowProviders } = caller
  const found = survey(model, { protocol, stream: false, allowProviders, userId }, by)
  const fit = found.kept.filter(({ target }) => kind !== 'file' || target.endpoint.capabilities.includes('files'))
  const batch = { bodies: requests.bodies, userId, protocol: ASKED_IN[kind] }
  return {
    kind,
    candidates: await boundBatch({ candidates: fit, skips: [...found.resting, ...found.unfit] }, batch, pins),
    refusal: refusalOf(requests.model, found),
    callTo: ({ upstreamName }) => ({ method: 'POST', path, contentType, body: requests.addressedTo(upstreamName) }),
    model,
    size: written.length,
    expected: expectedOf(requests, written, { average: averageOutput(model.id), model }),
  }
}

type PinMade = {
  id: string
  target: TargetEntry
  making: Pick<Making, 'kind' | 'model' | 'size'>
  expected: Expected | null
  caller: Caller
  now: number
}

/** What is written down of something that was made. */
export function pinOf(made: PinMade): Pin {
  const { id, target, making, expected, caller, now } = made
  return {
    id,
    kind: making.kind,
    userId: caller.userId,
    keyId: caller.id,
    providerId: target.provider.id,
    endpointId: target.endpoint.id,
    credentialId: target.credential.id,
    model: making.model?.id ?? null,
    size: making.size,
    expected,
    multiplierMicros: caller.multiplierMicros,
    createdAt: now,
    billedAt: null,
  }
}
