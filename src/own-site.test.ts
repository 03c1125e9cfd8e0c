import { expect, test } from 'vitest'
import { STANDARD_SETTINGS } from './contract/settings.ts'
import { siteOf } from './own-site.ts'

const site = (over: { named?: string; origin?: string } = {}) =>
  siteOf({
    version: '1.0.0',
    buildId: 'b',
    settings: () => ({ ...STANDARD_SETTINGS, 'site.public_origin': over.origin ?? '' }),
    named: over.named,
  })

test('links lead where the operator says, else where it listens, and nowhere where that is everywhere', () => {
  const here = { origin: 'http://127.0.0.1:3000', everywhere: true }
  const told = [
    site(),
    site({ named: 'https://a.example' }),
    site({ origin: 'https://b.example', named: 'https://a.example' }),
  ]
  for (const one of told) one.listens(here)
  expect(told.map(({ linkOrigin }) => linkOrigin)).toEqual([null, 'https://a.example', 'https://b.example'])
  expect(told[0]?.publicOrigin).toBe(here.origin)
  told[0]?.listens({ ...here, everywhere: false })
  expect(told[0]?.linkOrigin).toBe(here.origin)
})
