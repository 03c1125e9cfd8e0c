import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SettingChanges } from '../contract/admin-settings.ts'
import type { ConfigInput } from '../contract/backup.ts'
import { openWorld, PASSWORD, type World } from './testing.ts'

let world: World
let token: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
})
afterEach(() => world[Symbol.asyncDispose]())

const PNG = pictureOf([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 40)
const JPEG = pictureOf([0xff, 0xd8, 0xff, 0xe0], 40)
const WEBP = pictureOf([...Buffer.from('RIFF0000WEBP')], 40)

function pictureOf(head: readonly number[], bytes: number): Buffer {
  const picture = Buffer.alloc(bytes, 7)
  picture.set(head)
  return picture
}

const patch = (values: SettingChanges) => world.call('adminPatchSettings', { token, body: { values } })
const put = (picture: Buffer) => patch({ 'site.logo': picture.toString('base64') })
const path = async () => (await world.call('getSite')).body.logo
const got = async (at = '/api/public/logo', headers: Record<string, string> = {}) => world.fetch(at, { headers })

test('a logo that an administrator set is told and given to anyone, byte for byte', async () => {
  expect(await path()).toBeUndefined()
  for (const [picture, type] of [
    [PNG, 'image/png'],
    [JPEG, 'image/jpeg'],
    [WEBP, 'image/webp'],
  ] as const) {
    expect((await put(picture)).status).toBe(200)
    const answer = await got(await path())
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true)
  }
})

test('a picture of 64 KiB is taken, and one byte more is not', async () => {
  const head = [...PNG.subarray(0, 8)]
  expect((await put(pictureOf(head, 64 * 1024))).status).toBe(200)
  const before = await path()
  const { status, body } = await put(pictureOf(head, 64 * 1024 + 1))
  expect([status, body]).toMatchObject([422, { fields: { 'values.site.logo': '不能超过 64 KiB' } }])
  expect(await path()).toBe(before)
})

test('what is none of the three kinds is refused in the language of the reader, whatever it calls itself', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString('base64')
  const gif = Buffer.from('GIF89a and so on').toString('base64')
  for (const text of [svg, gif, 'no base64', `data:image/png;base64,${PNG.toString('base64')}`]) {
    const asked = { token, body: { values: { 'site.logo': text } } }
    const zh = await world.call('adminPatchSettings', { ...asked, headers: { 'accept-language': 'zh-CN' } })
    expect([zh.status, zh.body]).toMatchObject([
      422,
      { fields: { 'values.site.logo': '请选择 PNG、JPEG 或 WebP 图片' } },
    ])
    const en = await world.call('adminPatchSettings', { ...asked, headers: { 'accept-language': 'en' } })
    expect(en.body).toMatchObject({ fields: { 'values.site.logo': 'A PNG, JPEG or WebP picture' } })
  }
  expect(await path()).toBeUndefined()
})

test('nobody but administrators sets it', async () => {
  const ada = (await world.session((await world.user('ada')).id)).access
  const body = { values: { 'site.logo': PNG.toString('base64') } }
  expect((await world.call('adminPatchSettings', { token: ada, body })).error.code).toBe('admin_required')
  expect((await world.call('adminPatchSettings', { body })).error.code).toBe('not_signed_in')
  expect(await path()).toBeUndefined()
})

test('by its version it is kept for a year, else it is asked after each time', async () => {
  await put(PNG)
  const versioned = (await path()) ?? ''
  const first = await got(versioned)
  expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const etag = first.headers.get('etag') ?? ''
  expect(versioned).toBe(`/api/public/logo?v=${etag.slice(1, -1)}`)
  for (const at of ['/api/public/logo', '/api/public/logo?v=older']) {
    expect((await got(at)).headers.get('cache-control'), at).toBe('no-cache')
  }
  const again = await got('/api/public/logo', { 'if-none-match': etag })
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
  await put(JPEG)
  expect(await path()).not.toBe(versioned)
  expect((await got('/api/public/logo', { 'if-none-match': etag })).status).toBe(200)
})

test('once it is removed there is none, and nobody keeps that', async () => {
  await put(PNG)
  await patch({ 'site.logo': null })
  expect(await path()).toBeUndefined()
  const answer = await got('/api/public/logo')
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
  expect(await answer.json()).toMatchObject({ code: 'not_found' })
})

test('the audit log tells what was set and removed, without the bytes', async () => {
  await put(PNG)
  await patch({ 'site.logo': null })
  const version = /v=(\w+)/.exec((await put(PNG), await path()) ?? '')?.[1]
  const rows = world.rows('audit').map(({ before, after }) => [JSON.parse(`${before}`), JSON.parse(`${after}`)])
  const told = { 'site.logo': { type: 'PNG', bytes: 40, version } }
  const none = { 'site.logo': null }
  expect(rows.slice(-3)).toEqual([
    [none, told],
    [told, none],
    [none, told],
  ])
})

test('it moves along with the configuration', async () => {
  await put(WEBP)
  const answer = await got('/api/admin/config/export', { authorization: `Bearer ${token}` })
  const config = (await answer.json()) as ConfigInput
  await using other = await openWorld()
  const theirs = (await other.session((await other.user('root', { role: 'admin' })).id)).access
  const taken = await other.call('adminImportConfig', { token: theirs, body: { config, password: PASSWORD } })
  expect(taken.body).toMatchObject({ applied: true, rows: [{ kind: 'setting', name: 'site.logo' }] })
  expect((await other.call('getSite')).body.logo).toBe(await path())
})
