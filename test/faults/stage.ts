import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { z } from 'zod'
import { adminCreateProvider } from '../../src/contract/providers.ts'
import { DIALECTS, type Dialect } from '../../src/core/protocol.ts'
import { checkBooks } from '../../src/store/books.ts'
import { openDatabase } from '../../src/store/database.ts'
import { connectGateway, type Gateway, startGateway, VENDOR_SECRET } from '../e2e/gateway.ts'
import { FORMS, type FormName } from './forms.ts'
import { ADMIN } from '../e2e/process-env.ts'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'
import { holdSocket } from './held-socket.ts'

type ProviderBody = z.input<typeof adminCreateProvider.body>
type Timeouts = Record<'headers_ms' | 'first_token_ms' | 'idle_ms' | 'total_ms', number | null>

/** A provider of one model. */
type Way = {
  model: string
  origin: string
  /** Which dialects it speaks; all when it does not say. */
  dialects?: readonly Dialect[]
  timeouts?: Partial<Timeouts>
  priority?: number
  /** A certificate to trust, and a proxy to go through. */
  ca?: string | null
  proxy?: string | null
}

/** `tag` reaches the vendor as the header `anthropic-tag`. */
type Sending = { model?: string; stream?: boolean; signal?: AbortSignal; tag?: string; key?: string }

/** What a gateway has written down, read after its end. */
type Books = Awaited<ReturnType<typeof readBooks>>

type Common = {
  origin: string
  key: string
  admin: Omit<Gateway, typeof Symbol.asyncDispose | 'restart'>
  addModel(id: string): Promise<void>
  addWay(way: Way): Promise<void>
  send(form: FormName, sending?: Sending): Promise<Response>
  /** Ends the gateway and reads its books. */
  books(): Promise<Books>
}

/** The real gateway with a key, over a folder of its own. */
export type Stage = AsyncDisposable & Common

/** Starts the gateway inside this process. */
export async function startStage(env: Record<string, string> = {}): Promise<Stage> {
  const { folder, parts } = await startFolder()
  const gateway = await startGateway({ YUMEN_DATA: folder, ...env })
  const end = onlyOnce(async () => gateway[Symbol.asyncDispose]())
  return stageOf({ where: { dataDir: folder, url: env['DATABASE_URL'] }, parts, admin: gateway, end })
}

/** Starts the gateway in a process of its own, so that its memory, its handles and its end are its own; its log goes to where ours does, or into an open file. */
export async function startProcessStage(
  env: Record<string, string> = {},
  log: 'inherit' | number = 'inherit',
): Promise<Stage & { process: GatewayProcess; residentBytes(): Promise<number> }> {
  const { folder, parts } = await startFolder()
  const process = await startGatewayProcess(folder, env, log)
  const admin = await connectGateway(process.origin, ADMIN)
  const where = { dataDir: folder, url: env['DATABASE_URL'] }
  const stage = await stageOf({ where, parts, admin, end: () => process.end('SIGTERM') })
  return { ...stage, process, residentBytes: () => process.residentBytes() }
}

/** Starts the gateway in a socket that outlives it. */
export async function startSocketStage(): Promise<Stage & { restart(): Promise<void> }> {
  const { folder, parts } = await startFolder()
  const socket = parts.use(await holdSocket(folder))
  await socket.start()
  const admin = await connectGateway(socket.origin, ADMIN)
  const where = { dataDir: folder, url: undefined }
  const stage = await stageOf({ where, parts, admin, end: () => socket.stop() })
  return {
    ...stage,
    async restart() {
      await socket.stop()
      await socket.start()
    },
  }
}

async function startFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'yumen-faults-'))
  const parts = new AsyncDisposableStack()
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  return { folder, parts }
}

/** The folder of the embedded database, and the address of one elsewhere. */
type Where = { dataDir: string; url: string | undefined }
type Parts = { where: Where; parts: AsyncDisposableStack; admin: Common['admin']; end: () => Promise<void> }

async function stageOf({ where, parts, admin, end }: Parts): Promise<Stage> {
  parts.defer(end)
  const { secret: key } = await admin.addKey()
  let ways = 0
  return {
    origin: admin.origin,
    key,
    admin,
    addModel: (id) => admin.addModel(id),
    addWay: async (way) => {
      await admin.call(adminCreateProvider, { body: providerOf(way, (ways += 1)) })
    },
    send: (form, { model = 'm', stream = true, signal, tag, key: shown = key } = {}) =>
      fetch(admin.origin + FORMS[form].path(model, stream), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${shown}`,
          'content-type': 'application/json',
          ...(tag !== undefined && { 'anthropic-tag': tag }),
        },
        body: JSON.stringify(FORMS[form].body(model, stream)),
        ...(signal && { signal }),
      }),
    async books() {
      await end()
      return readBooks(where)
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

const NO_TIMEOUTS: Timeouts = { headers_ms: null, first_token_ms: null, idle_ms: null, total_ms: null }

function providerOf(
  { model, origin, dialects = DIALECTS, timeouts, priority = 100, ...line }: Way,
  n: number,
): ProviderBody {
  return {
    slug: `way-${n}`,
    name: `way-${n}`,
    preset: 'custom',
    priority,
    allow_private: true,
    ...line,
    endpoints: dialects.map((dialect): NonNullable<ProviderBody['endpoints']>[number] => ({
      dialect,
      base_url: origin + (dialect === 'openai' ? '/v1' : ''),
      ...(dialect === 'openai' && { protocols: ['chat', 'responses', 'audio', 'realtime'] as const }),
      timeouts: { ...NO_TIMEOUTS, ...timeouts },
    })),
    credentials: [{ secret: VENDOR_SECRET }],
    routes: [{ model }],
  }
}

async function readBooks({ dataDir, url }: Where) {
  await using db = await openDatabase({ dataDir, ...(url !== undefined && { url }) })
  const rows = await db.kysely.selectFrom('request').selectAll().execute()
  const cells = await db.kysely.selectFrom('rollup_hour').selectAll().execute()
  const sum = (figures: bigint[]) => figures.reduce((total, one) => total + one, 0n)
  return {
    rows,
    byId: new Map(rows.map((row) => [row.id, row])),
    /** Rows and hours were added up apart: a row that was settled twice stands twice in the hours only. */
    balance:
      (await checkBooks(db.kysely, { since: 0 })).broken === null &&
      sum(cells.map(({ requests }) => BigInt(requests))) === BigInt(rows.length) &&
      sum(cells.map(({ cost_nanos }) => cost_nanos)) === sum(rows.map(({ cost_nanos }) => cost_nanos)),
  }
}

function onlyOnce(act: () => Promise<void>): () => Promise<void> {
  let acted: Promise<void> | null = null
  return () => (acted ??= act())
}

/** The id a reply says its request has. */
export function idOf(response: Response): string {
  return response.headers.get('x-yumen-request-id') ?? ''
}
