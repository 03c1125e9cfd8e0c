import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startVendor } from '../vendor/server.ts'
import { many } from './figures.ts'
import { openSocket, saidBy } from './raw-caller.ts'
import { startStage } from './stage.ts'

const parts = new AsyncDisposableStack()
let stage: Awaited<ReturnType<typeof startStage>>
beforeAll(async () => {
  const vendor = parts.use(await startVendor({ keepBytes: 0 }))
  stage = parts.use(await startStage())
  await stage.addModel('m')
  await stage.addWay({ model: 'm', origin: vendor.origin })
})
afterAll(() => parts.disposeAsync())

const METHODS = ['POST', 'POST', 'POST', 'GET', 'GET', 'DELETE', 'HEAD', 'OPTIONS', 'PUT', 'PATCH']
const PATHS =
  '/v1/chat/completions /v1/responses /v1/responses/resp_1 /v1/messages /v1/messages/batches /v1/messages/count_tokens /v1/files /v1/files/file-1/content /v1/batches /v1/models /v1/models/m /v1/audio/transcriptions /v1/images/edits /v1/embeddings /v1/rerank /v1/moderations /v1beta/models/m:generateContent /v1beta/models/m:streamGenerateContent /upload/v1beta/files'
const PIECES =
  '/ // . .. %2e%2e %2f %00 %ff %zz % v1 v1beta v1alpha v2 upload models m m: :generateContent :streamGenerateContent chat completions messages batches count_tokens responses files content input_items cancel audio transcriptions images edits embeddings rerank __proto__ constructor file-1 玉'
const QUERIES =
  'key=x key= alt=sse alt[]=sse limit=-1 limit=1e99 after=%00 after=%ff purpose=__proto__ model=m order=% beta=true pageSize=0 include[]=x'
const TYPES = [
  'application/json',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  'multipart/form-data; boundary=x; boundary=y',
  'multipart/form-data; boundary="a\\"b"',
  `multipart/form-data; boundary=${'b'.repeat(200)}`,
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'text/plain; charset=utf-16',
  '',
]
const FORM =
  '--x\r\n --x --x-- \r\n \r\n\r\n content-disposition:form-data; name="file" name="model" name="purpose" filename="a\\"b" filename*=UTF-8\'\'%ff m batch content-transfer-encoding:base64 content-type:multipart/mixed;boundary=x \0 { } [ ] {"model":"m"} "messages": "input": null'

/** How a form begins that is right so far. */
const RIGHT = '--x\r\ncontent-disposition: form-data; name="model"\r\n\r\nm\r\n--x\r\n'

const from = (words: string) => fc.constantFrom(...words.split(' '))
const joined = (words: string, by: string, maxLength: number) =>
  fc.array(from(words), { maxLength }).map((list) => list.join(by))
const body = fc
  .array(fc.oneof(from(FORM), fc.string({ unit: 'binary', maxLength: 20 })), { maxLength: 14 })
  .map((list) => list.join(''))
const header = fc.tuple(
  fc.constantFrom(
    'accept',
    'accept-language',
    'anthropic-version',
    'anthropic-beta',
    'openai-beta',
    'x-yumen-model',
    'idempotency-key',
    'x-forwarded-for',
    'range',
    'content-encoding',
    'x-goog-upload-protocol',
    'x-goog-api-client',
    'origin',
    'te',
    'if-none-match',
  ),
  fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom('gzip', '*', 'm', '__proto__', 'resumable', 'bytes=0-', 'ÿ', ',,,;q='),
  ),
)
const oddPath = fc
  .tuple(fc.constantFrom('/v1/', '/v1beta/', '/v2/', '/upload/v1beta/', '/', ''), joined(PIECES, '/', 6))
  .map((list) => list.join(''))
const request = fc.record({
  method: fc.constantFrom(...METHODS),
  path: fc.oneof({ weight: 3, arbitrary: from(PATHS) }, oddPath),
  query: joined(QUERIES, '&', 4),
  headers: fc.array(header, { maxLength: 4 }),
  type: fc.constantFrom(...TYPES),
  body: fc.tuple(fc.constantFrom('', RIGHT), body).map((list) => list.join('')),
  chunks: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
})
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never

/** The bytes of a request, in chunks of a size where it has one. */
function bytesOf({ method, path, query, headers, type, body: text, chunks }: Request): Buffer {
  const content = Buffer.from(text)
  const lines = [
    `${method} ${Buffer.from(path || '/')
      .toString('latin1')
      .replaceAll(/[\r\n\0 ]/g, '')}${query && `?${query}`} HTTP/1.1`,
    'host: x',
    'connection: close',
    `authorization: Bearer ${stage.key}`,
    ...(type ? [`content-type: ${type}`] : []),
    ...headers.map(([name, value]) => `${name}: ${value.replaceAll(/[^ -~\u00a0-\u00ff]/g, '')}`),
    chunks === undefined ? `content-length: ${content.length}` : 'transfer-encoding: chunked',
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  if (chunks === undefined) return Buffer.concat([head, content])
  const pieces = Array.from({ length: Math.ceil(content.length / chunks) }, (_, i) =>
    content.subarray(i * chunks, (i + 1) * chunks),
  )
  const told = pieces.flatMap((piece) => [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
  return Buffer.concat([head, ...told, Buffer.from('0\r\n\r\n')])
}

test('F2 no path, query, header, chunk or form of a caller makes a fault of ours, or waits for ever', async () => {
  const property = fc.asyncProperty(request, async (asked) => {
    const socket = await openSocket(stage.origin)
    socket.write(bytesOf(asked))
    // It closes by itself, or the test ends by its own time.
    expect(await saidBy(socket)).not.toMatch(/^HTTP\/1\.1 5(?!01)/)
  })
  await fc.assert(property, { numRuns: many(1500, 20_000) })
  expect((await fetch(`${stage.origin}/health/ready`)).status).toBe(200)
  const { rows } = await stage.books()
  expect(rows.filter(({ error_class }) => error_class === 'internal')).toEqual([])
}, 120_000)
