import { expect, onTestFinished, test, vi } from 'vitest'
import { setLocale } from '../../i18n/texts.ts'
import { startPreferences } from '../../lib/preferences.ts'
import { draw, settled } from '../../test-draw.ts'
import { WindowFacts } from './window-facts.tsx'

const WINDOW = { starts_at: '2026-11-20T12:16:00.000Z', ends_at: '2026-11-20T13:56:00.000Z' }

test.each([
  ['zh-CN', /11-20 (?:上|下)午 \d+:\d\d – (?:上|下)午 \d+:\d\d/, /(?:上|下)午 \d+:\d\d 结束/],
  ['en', /11-20 \d+:\d\d (?:A|P)M – \d+:\d\d (?:A|P)M/, /ended \d+:\d\d (?:A|P)M/],
] as const)('maintenance is read on the clock its reader has chosen (%s)', async (locale, span, ended) => {
  vi.stubGlobal('fetch', async () => Response.json({ hour_cycle: 'h12' }))
  localStorage.setItem('ym.preferences', '{"hour_cycle":"h12"}')
  onTestFinished(async () => {
    localStorage.clear()
    startPreferences()()
    await setLocale('zh-CN')
  })
  startPreferences()()
  await setLocale(locale)
  const { place } = await draw(<WindowFacts window={WINDOW} />, { texts: ['announcements'] })
  await settled(() => expect(place.textContent).toMatch(ended))
  expect(place.textContent).toMatch(span)
})
