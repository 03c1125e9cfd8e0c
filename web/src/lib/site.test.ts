import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const told = {
  name: 'Acme',
  default_locale: 'en',
  currency: 'USD',
  password_min_chars: 8,
  tells_provider: false,
} as const

/** The module as it is after the page has been loaded again. */
async function reloaded() {
  vi.resetModules()
  return import('./site.ts')
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('what the site said is there at once after a reload', async () => {
  const before = await reloaded()
  expect([before.siteNow().name, before.siteNow().default_locale]).toEqual([null, null])
  before.tellSite(told)
  const after = await reloaded()
  expect([after.siteNow().name, after.siteNow().default_locale]).toEqual(['Acme', 'en'])
})

test('nothing is announced when the site says the same again', async () => {
  const { siteNow, tellSite } = await reloaded()
  tellSite(told)
  const first = siteNow()
  tellSite({ ...told })
  expect(siteNow()).toBe(first)
  tellSite({ ...told, name: 'Other' })
  expect(siteNow().name).toBe('Other')
})

test.each(['{', 'null', '[]', '{"name":1,"default_locale":"fr"}'])(
  'what cannot be read (%s) is nothing',
  async (kept) => {
    localStorage.setItem('ym.site', kept)
    const { siteNow } = await reloaded()
    expect([siteNow().name, siteNow().default_locale]).toEqual([null, null])
  },
)

test('a site that does not answer is asked again another time', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { signal } = new AbortController()
  const { loadSite, siteNow } = await reloaded()
  await loadSite(signal)
  expect(siteNow().name).toBeNull()
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(told)))
  await loadSite(signal)
  expect(siteNow().name).toBe('Acme')
})
