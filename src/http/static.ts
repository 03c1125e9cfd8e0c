import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The console's built files, held in memory and served as the browser can best take them. */
export type StaticFiles = {
  /** Changes with every build. */
  buildId: string
  serve(request: IncomingMessage, reply: ServerResponse, path: string): Promise<void>
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
}

/** Names with a hash in them never change their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

type Packed = { bytes: Buffer; encoding: 'br' | 'gzip' | null }
type File = { bytes: Buffer; type: string; etag: string; cache: string; packed: Map<string, Promise<Packed>> }

const NOT_BUILT = Buffer.from(
  '<!doctype html><title>Yumen</title><p>The console is not built. Run <code>npm start</code>.',
)

/** Loads a folder of built files; a path that names none gets the console's page, which finds its own way. */
export async function loadStatic(folder: string): Promise<StaticFiles> {
  const files = new Map<string, File>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const full = join(entry.parentPath, entry.name)
    const path = full.slice(folder.length).replaceAll('\\', '/')
    files.set(path.startsWith('/') ? path : `/${path}`, fileOf(path, await readFile(full)))
  }
  const page = files.get('/index.html') ?? fileOf('/index.html', NOT_BUILT)
  return {
    buildId: page.etag.slice(1, -1),
    async serve(request, reply, path) {
      const file = files.get(path)
      // A missing asset must fail as such: the page in its place would look like a broken script.
      if (
        !file &&
        extname(path) !== '' &&
        !path.startsWith('/dashboard/providers/') &&
        !path.startsWith('/admin/providers/')
      ) {
        reply.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
        return void reply.end('Not found')
      }
      await send(request, reply, file ?? page)
    },
  }
}

function fileOf(path: string, bytes: Buffer): File {
  return {
    bytes,
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`,
    cache: path.includes('assets/') ? IMMUTABLE : 'no-cache',
    packed: new Map(),
  }
}

async function send(request: IncomingMessage, reply: ServerResponse, file: File): Promise<void> {
  const headers = { etag: file.etag, 'cache-control': file.cache, vary: 'accept-encoding' }
  if (request.headers['if-none-match'] === file.etag) {
    reply.writeHead(304, headers)
    return void reply.end()
  }
  const { bytes, encoding } = await pack(file, request.headers['accept-encoding'] ?? '')
  reply.writeHead(200, {
    ...headers,
    'content-type': file.type,
    'content-length': bytes.length,
    ...(encoding && { 'content-encoding': encoding }),
  })
  reply.end(request.method === 'HEAD' ? undefined : bytes)
}

const PACKERS = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
}

/** Packs a file once for each way of packing; what is packed already (fonts, pictures) goes as it is. */
function pack(file: File, accepted: string): Promise<Packed> {
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name))
  const packable = /^text\/|javascript|json|svg/.test(file.type)
  if (!encoding || !packable) return Promise.resolve({ bytes: file.bytes, encoding: null })
  const known = file.packed.get(encoding)
  if (known) return known
  const packed = PACKERS[encoding](file.bytes).then((bytes) => ({ bytes, encoding }))
  file.packed.set(encoding, packed)
  return packed
}
