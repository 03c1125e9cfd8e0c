import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readBackup } from '../store/backup.ts'
import { openWorld, PASSWORD, type World } from './testing.ts'

let world: World
let token: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
})
afterEach(() => world[Symbol.asyncDispose]())

const backup = (body: object) => {
  const headers = { authorization: `Bearer ${token}` }
  return world.fetch('/api/admin/backup', { method: 'POST', headers, body: JSON.stringify(body) })
}

test('the system tells its version, its parts and its jobs', async () => {
  const { body } = await world.call('adminGetSystem', { token })
  expect(body).toMatchObject({ version: '0.1.0', node: process.version, database: { engine: 'sqlite' } })
  expect(body.database.size).toBeGreaterThan(10_000)
  expect(body.disk.total).toBeGreaterThan(body.disk.free)
  expect((await world.call('adminListJobs', { token })).body.items).toEqual(body.jobs)
})

test('a backup is a file of its own, takes the password, is in the audit log, and leaves nothing behind', async () => {
  expect((await backup({})).status).toBe(422)
  const before = await readdir(world.dataDir)
  const answer = await backup({ password: PASSWORD })
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="yumen-2026-11-20.db"')
  const saved = join(world.dataDir, 'saved.db')
  await writeFile(saved, Buffer.from(await answer.arrayBuffer()))
  expect(readBackup(saved)).toMatchObject({ vault: '{}' })
  expect((await readdir(world.dataDir)).filter((name) => !before.includes(name))).toEqual(['saved.db'])
  expect(world.rows('audit').map((row) => row['action'])).toEqual(['backup.made'])
})

test('the audit log is listed, shown, exported and checked', async () => {
  await world.call('adminCreateGroup', { token, body: { name: '=danger' } })
  const { items } = (await world.call('adminListAudit', { token, query: { action: 'group.' } })).body
  expect(items).toMatchObject([
    { action: 'group.created', actor: { role: 'admin' }, target: { kind: 'group' }, chained: true },
  ])
  const one = await world.call('adminGetAudit', { token, params: { id: items[0]?.id ?? '' } })
  expect(one.body).toMatchObject({ n: 1, before: null, after: { name: '=danger' } })
  const headers = { authorization: `Bearer ${token}` }
  const csv = await (await world.fetch('/api/admin/audit/export?format=csv', { headers })).text()
  expect(csv.split('\r\n')[0]).toMatch(/^\u{feff}?id,at,local_time,time_zone,actor_id,actor,action/u)
  expect(csv).toContain('group.created')
  expect((await world.call('adminVerifyAudit', { token })).body).toEqual({
    ok: true,
    checked: 2,
    unchained: 0,
    breach: null,
  })
})

test('a backup whose caller is gone before it is read leaves nothing behind', async () => {
  const before = await readdir(world.dataDir)
  const ask = (signal: AbortSignal) => {
    const headers = { authorization: `Bearer ${token}` }
    return world.fetch('/api/admin/backup', {
      method: 'POST',
      headers,
      signal,
      body: JSON.stringify({ password: PASSWORD }),
    })
  }
  const leaving = new AbortController()
  await ask(leaving.signal)
  leaving.abort()
  const left = async () => (await readdir(world.dataDir)).filter((name) => !before.includes(name))
  await expect.poll(left).toEqual([])
})

test('a backup that cannot be written down in the audit log leaves nothing behind', async () => {
  const before = await readdir(world.dataDir)
  const failing = vi.spyOn(world.store.audit, 'record').mockRejectedValue(new Error('disk full'))
  expect((await backup({ password: PASSWORD })).status).toBe(500)
  failing.mockRestore()
  expect((await readdir(world.dataDir)).filter((name) => !before.includes(name))).toEqual([])
})
