import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { preferencesNow, saveNotices, savePreferences, saveView, startPreferences } from './preferences.ts'
import { startSession } from './session.ts'
import { tokens } from './tokens.ts'
import { setViewing } from './viewing.ts'

let kept: Record<string, unknown>
const sent: unknown[] = []
let fails = false
let stop: () => void

const settle = () => expect.poll(() => sent.length + Number(fails)).toBeGreaterThan(0)

beforeEach(() => {
  localStorage.clear()
  tokens.keep({ access_token: 'a1', refresh_token: 'r1' })
  kept = { density: 'compact', range: '7d' }
  sent.length = 0
  fails = false
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    if (init.method === 'GET') return new Response(JSON.stringify(kept))
    if (fails) return new Response(JSON.stringify({ detail: 'no', code: 'refused', request_id: 'r' }), { status: 409 })
    const body = typeof init.body === 'string' ? init.body : ''
    sent.push(JSON.parse(body))
    return new Response(body)
  })
  const ends = [startSession(), startPreferences()]
  stop = () => ends.forEach((end) => end())
})

afterEach(() => {
  tokens.clear('left')
  stop()
  vi.unstubAllGlobals()
})

const loaded = () => expect.poll(() => preferencesNow().range).toBe('7d')

test('the server’s preferences lie over how the console comes, and are there at once the next time', async () => {
  await loaded()
  expect(preferencesNow()).toMatchObject({ density: 'compact', shortcuts: true })
  expect(document.documentElement.dataset['density']).toBe('compact')
  const end = startPreferences()
  expect(preferencesNow().density).toBe('compact')
  end()
})

test('a change shows at once, is sent alone, and undefined takes a choice back', async () => {
  await loaded()
  const saved = savePreferences({ tokens: 'full', range: undefined })
  expect(preferencesNow()).toMatchObject({ tokens: 'full', density: 'compact' })
  expect(preferencesNow().range).toBeUndefined()
  await saved
  expect(sent).toEqual([{ tokens: 'full', range: null }])
})

test('a change made before the server has answered is not lost, and loses nothing', async () => {
  await savePreferences({ tokens: 'full' })
  await settle()
  expect(sent).toEqual([{ tokens: 'full' }])
  await loaded()
  expect(preferencesNow().density).toBe('compact')
})

test('a view is kept and let go by its name alone, whatever views another device has', async () => {
  kept = { ...kept, views: [{ name: 'one', search: 'a=1' }] }
  await loaded()
  await saveView({ name: 'two', search: 'b=2' })
  await saveView({ name: 'one', search: null })
  expect(preferencesNow().views).toEqual([{ name: 'two', search: 'b=2' }])
  expect(sent).toEqual([{ views: [{ name: 'two', search: 'b=2' }] }, { views: [{ name: 'one', search: null }] }])
})

test('the ways of a notice are kept by its name alone, whatever another device chose for others', async () => {
  kept = { ...kept, notices: { limit_80: ['email'] } }
  const end = startPreferences()
  onTestFinished(end)
  await expect.poll(() => preferencesNow().notices).toBeDefined()
  await saveNotices({ key_expiry: [] })
  expect(preferencesNow().notices).toEqual({ limit_80: ['email'], key_expiry: [] })
  expect(sent).toEqual([{ notices: { key_expiry: [] } }])
})

test('when the server refuses, what it has is shown again and the caller is told', async () => {
  await loaded()
  fails = true
  await expect(savePreferences({ density: 'comfortable' })).rejects.toMatchObject({ status: 409 })
  await expect.poll(() => preferencesNow().density).toBe('compact')
})

test('what could not be saved is not shown as kept where the server cannot be asked either', async () => {
  await loaded()
  await savePreferences({ tokens: 'full' })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  await expect(savePreferences({ density: 'comfortable' })).rejects.toThrow()
  await expect.poll(() => preferencesNow()).toMatchObject({ density: 'compact', tokens: 'full' })
})

test('whoever signs out leaves nothing behind', async () => {
  await loaded()
  tokens.clear('left')
  expect([localStorage.getItem('ym.preferences'), preferencesNow().density]).toEqual([null, 'comfortable'])
})

test('while somebody’s console is looked at nothing is saved, and what they chose never becomes one’s own', async () => {
  await loaded()
  const own = localStorage.getItem('ym.preferences')
  setViewing({ id: 'u', name: 'Ada', token: 'v' })
  onTestFinished(() => setViewing(null))
  fails = true
  kept = { density: 'comfortable', range: '90d' }
  const asked = vi.spyOn(globalThis, 'fetch')
  await expect(savePreferences({ sidebar: 'narrow' })).rejects.toThrow()
  const end = startPreferences()
  await savePreferences({}).catch(() => null)
  expect(preferencesNow()).toMatchObject({ density: 'compact', range: '7d', sidebar: 'open' })
  expect(localStorage.getItem('ym.preferences')).toBe(own)
  expect(asked).not.toHaveBeenCalled()
  end()
})
