import { expect, test, vi } from 'vitest'
import { draw, settled } from '../../test-draw.ts'
import { SecurityCard } from './security-card.tsx'
import { useFailures } from './use-failures.ts'

const Drawn = () => <SecurityCard failures={useFailures()} />

const drawn = () => draw(<Drawn />, { at: '/', texts: ['activity'] })

test('before the failed sign-ins are read nothing is said to be fine', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const { place } = await drawn()
  await settled(() => expect(place.querySelector('h2')).not.toBeNull())
  expect(place.querySelector('.st')).toBeNull()
})

test('once they are read and there are none, it is', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ items: [], next: null }))
  const { place } = await drawn()
  await settled(() => expect(place.querySelector('.st.ok')).not.toBeNull())
})
