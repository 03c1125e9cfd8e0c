import { randomBytes } from 'node:crypto'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startGatewayProcess } from '../faults/gateway-process.ts'
import type { Said } from './canary-marks.ts'
import { ADMIN } from './process-env.ts'

type Asking = {
  method?: string
  /** What is no form and no text goes out as JSON. */
  body?: unknown
  token?: string
  headers?: Record<string, string>
  /** Marks that may stand in this answer. */
  tells?: readonly string[]
  /** Whether it is to succeed; not said: whatever comes. */
  ok?: boolean
}

/** What came out of the gateway, with the marks that may stand there. */
type Heard = Said & { tells: readonly string[] }

export type Canary = AsyncDisposable & {
  origin: () => string
  /** The data folder. */
  data: string
  admin: { email: string; password: string }
  /** Who presents it may read the metrics. */
  metricsToken: string
  /** Every secret by what it is. */
  marks: ReadonlyMap<string, string>
  /** Makes a secret, or takes one that was made elsewhere. */
  mark: (what: string, word?: string) => string
  heard: Heard[]
  /** Asks the gateway and keeps the answer, headers too. */
  ask: (path: string, asking?: Asking) => Promise<{ headers: Headers; text: string }>
  /** A call of the console's API that succeeds, and its answer. */
  call: <T = { id: string }>(method: string, path: string, asking?: Asking) => Promise<T>
  /** Hears a feed until the end of the stage. */
  listen: (path: string, token: string) => Promise<void>
  /** What the gateway has written to standard error. */
  log: () => Promise<Buffer>
  end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>
  begin: () => Promise<void>
  use: <T extends AsyncDisposable>(part: T) => T
}

/** A gateway in a process of its own that logs all it can, over a folder of its own; every word that comes out is kept. */
export async function startCanary(): Promise<Canary> {
  const parts = new AsyncDisposableStack()
  const [data, aside] = await Promise.all([folderFor(parts), folderFor(parts)])
  const logFile = await open(join(aside, 'log'), 'a')
  parts.defer(() => logFile.close())
  const marks = new Map<string, string>()
  const heard: Heard[] = []
  const mark = (what: string, word = `cnry/${randomBytes(18).toString('base64url')}`) => {
    marks.set(what, word)
    return word
  }
  const admin = { email: ADMIN.email, password: mark('the password of the administrator') }
  const metricsToken = mark('the token of metrics')
  const env = {
    LOG_LEVEL: 'debug',
    ADMIN_PASSWORD: admin.password,
    YUMEN_MASTER_KEY: mark('the master key') + 'x'.repeat(32),
    METRICS_TOKEN: metricsToken,
  }
  const start = async () => {
    const begun = await startGatewayProcess(data, env, logFile.fd)
    begun.child.stdout?.on('data', (bytes: Buffer) => heard.push({ where: 'on standard output', bytes, tells: [] }))
    const bytes = await readFile(`/proc/${begun.child.pid}/cmdline`).catch(() => Buffer.alloc(0))
    heard.push({ where: 'in the command line', bytes, tells: [] })
    return begun
  }
  let gateway = await start()
  parts.defer(() => gateway.end('SIGKILL'))
  const asking = askingOf(() => gateway.origin, heard)
  return {
    origin: () => gateway.origin,
    data,
    admin,
    metricsToken,
    marks,
    mark,
    heard,
    ...asking,
    log: () => readFile(join(aside, 'log')),
    end: (signal) => gateway.end(signal),
    begin: async () => {
      gateway = await start()
    },
    use: (part) => parts.use(part),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

async function folderFor(parts: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'yumen-canary-'))
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}

function askingOf(origin: () => string, heard: Heard[]): Pick<Canary, 'ask' | 'call' | 'listen'> {
  const ask: Canary['ask'] = async (path, { method = 'GET', body, token, headers, tells = [], ok } = {}) => {
    const isForm = body instanceof FormData
    const response = await fetch(origin() + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const where = `in the answer of ${method} ${path.split('?')[0]} (${response.status})`
    heard.push({ where, bytes: Buffer.concat([Buffer.from(JSON.stringify([...response.headers])), bytes]), tells })
    const text = bytes.toString()
    if (ok !== undefined) expect(response.ok, `${where}: ${text.slice(0, 300)}`).toBe(ok)
    return { headers: response.headers, text }
  }
  return {
    ask,
    call: async <T>(method: string, path: string, asking: Asking = {}) => {
      const { text } = await ask(path, { method, ok: true, ...asking })
      return (text === '' ? null : JSON.parse(text)) as T
    },
    listen: async (path, token) => {
      const { body } = await fetch(origin() + path, { headers: { authorization: `Bearer ${token}` } })
      const hear = async () => {
        for await (const bytes of body ?? []) heard.push({ where: `on ${path}`, bytes: Buffer.from(bytes), tells: [] })
      }
      // It ends with the gateway.
      void hear().catch(() => undefined)
    },
  }
}
