import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type GeminiFiles, piece, type Someone, startGeminiFiles } from './gemini-files-gateway.ts'
import { VENDOR_SECRET } from './gateway.ts'

let world: GeminiFiles
let someone: GeminiFiles['someone']
let begun: GeminiFiles['begun']
let keepers: GeminiFiles['keepers']
let gateway: GeminiFiles['gateway']

beforeAll(async () => {
  world = await startGeminiFiles()
  ;({ someone, begun, keepers, gateway } = world)
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => world.recover())

const MIB = 1024 * 1024

const contents = (fileUri = '') => [{ role: 'user', parts: [{ fileData: { fileUri, mimeType: 'text/plain' } }] }]

test('a file goes up, is seen, listed and deleted', async () => {
  const mine = await someone()
  const { name = '', ...file } = await mine.upload('a page')
  expect(file).toMatchObject({ displayName: '一页', mimeType: 'text/plain', sizeBytes: '6', state: 'ACTIVE' })
  expect(name).toMatch(/^files\/a/)
  expect(keepers.a.calls.slice(-2).map(({ url, command, key }) => [url, command, key])).toEqual([
    ['/upload/v1/files', 'start', VENDOR_SECRET],
    ['/upload/v1beta/files', 'upload, finalize', VENDOR_SECRET],
  ])
  expect(await mine.google.files.get({ name })).toMatchObject({ name, uri: file.uri })
  await mine.google.files.delete({ name })
  await expect(mine.google.files.get({ name })).rejects.toMatchObject({ status: 404 })
})

test('a list has the caller’s own, page by page', async () => {
  const [mine, other] = [await someone(), await someone()]
  const names = [await mine.upload('1'), await mine.upload('2', 'only-b'), await mine.upload('3')].map(
    ({ name }) => name,
  )
  await other.upload('theirs')
  const listed: (string | undefined)[] = []
  for await (const { name } of await mine.google.files.list({ config: { pageSize: 2 } })) listed.push(name)
  expect(listed).toHaveLength(names.length)
  expect(new Set(listed)).toEqual(new Set(names))
})

test('a request that names a file goes to whoever keeps it, and somebody else’s is none', async () => {
  const [mine, other] = [await someone(), await someone()]
  const { uri = '', name = '' } = await mine.upload('a page', 'only-b')
  expect(name).toMatch(/^files\/b/)
  const input = [{ type: 'document' as const, uri, mime_type: 'application/pdf' as const }]
  const asks = ({ google }: Someone, model: string) => [
    () => google.models.generateContent({ model, contents: contents(uri) }),
    () => google.models.generateContentStream({ model, contents: contents(uri) }),
    () => google.models.countTokens({ model, contents: contents(uri) }),
    () => google.models.generateContent({ model, contents: contents(name) }),
    () => google.interactions.create({ model, input }, { maxRetries: 0 }),
  ]
  for (const ask of asks(mine, 'both')) {
    await ask()
    expect(keepers.b.calls.at(-1)?.body).toContain(name)
  }
  const seen = [keepers.a.calls.length, keepers.b.calls.length]
  for (const ask of asks(other, 'both')) await expect(ask()).rejects.toMatchObject({ status: 404 })
  for (const ask of asks(mine, 'only-a')) await expect(ask()).rejects.toMatchObject({ status: 400 })
  await expect(other.google.files.get({ name })).rejects.toMatchObject({ status: 404 })
  await expect(other.google.files.delete({ name })).rejects.toMatchObject({ status: 404 })
  expect([keepers.a.calls.length, keepers.b.calls.length]).toEqual(seen)
})

test.each(['https://www.youtube.com/watch?v=x', 'gs://bucket/files/x', 'https://example.com/v1beta/files/x'])(
  'what lies elsewhere goes on as it is: %s',
  async (uri) => {
    const { google } = await someone()
    await google.models.generateContent({ model: 'both', contents: contents(uri) })
    expect(keepers.a.calls.at(-1)?.body).toContain(uri)
  },
)

test('the simple form brings a file in one', async () => {
  const mine = await someone()
  const send = (about: string) =>
    fetch(`${gateway.origin}/upload/v1beta/files`, {
      method: 'POST',
      headers: { 'x-goog-api-key': mine.key.secret, 'content-type': 'multipart/related; boundary=b1' },
      body: `--b1\r\ncontent-type: application/json\r\n\r\n${about}\r\n--b1\r\ncontent-type: text/plain\r\n\r\na page\r\n--b1--\r\n`,
    })
  const { file } = (await (await send('{"file":{"displayName":"x"}}')).json()) as { file: { name: string } }
  expect(file).toMatchObject({ sizeBytes: '6' })
  expect(await mine.google.files.get({ name: file.name })).toMatchObject({ name: file.name })
  const chosen = await send('{"file":{"name":"files/mine"}}')
  expect([chosen.status, await chosen.text()]).toEqual([400, expect.stringContaining('cannot be chosen')])
})

test('what is asked for wrongly is told in Google’s words', async () => {
  const mine = await someone()
  await expect(
    mine.google.files.upload({ file: new Blob(['x'], { type: 'text/plain' }), config: { name: 'mine' } }),
  ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('cannot be chosen') })
  const large = await begun(mine, { 'x-goog-upload-header-content-length': String(2048 * MIB + 1) })
  expect([large.answer.status, await large.answer.json()]).toMatchObject([413, { error: { code: 413 } }])
  expect((await begun(mine, { 'x-goog-upload-command': 'upload' })).answer.status).toBe(400)
  const { url } = await begun(mine)
  expect((await piece(url, { command: 'start' })).status).toBe(400)
  expect((await piece(url, { command: 'cancel' })).told('status')).toBe('cancelled')
  expect((await piece(url, { command: 'query', key: mine.key.secret })).told('status')).toBe('cancelled')
  expect((await piece(url, { command: 'upload, finalize', offset: 0, body: 'x' })).status).toBeGreaterThanOrEqual(400)
})

test('a vendor that refuses the operator’s credential has forgotten nothing', async () => {
  const mine = await someone()
  const { name = '' } = await mine.upload('a page')
  keepers.a.fails = 403
  await expect(mine.google.files.get({ name })).rejects.toMatchObject({ status: 503 })
  await expect(mine.google.files.delete({ name })).rejects.toMatchObject({ status: 503 })
  keepers.a.fails = 0
  expect(await mine.google.files.get({ name })).toMatchObject({ name })
})

test('what its vendor has forgotten is gone', async () => {
  const mine = await someone()
  const { name = '' } = await mine.upload('a page')
  await fetch(`${keepers.a.origin}/v1beta/${name}`, {
    method: 'DELETE',
    headers: { 'x-goog-api-key': VENDOR_SECRET },
  })
  await expect(mine.google.files.get({ name })).rejects.toMatchObject({ status: 404 })
  expect((await mine.google.files.list()).page).toEqual([])
  await expect(mine.google.files.delete({ name })).rejects.toMatchObject({ status: 404 })
})
