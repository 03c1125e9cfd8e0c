import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { setHidden } from '../../lib/traffic/privacy.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { draw, settled, type } from '../../test-draw.ts'
import { SearchBox } from './search-box.tsx'

const time = {
  query: { from: '2026-11-01T00:00:00Z', to: '2026-11-20T00:00:00Z', tz: 'UTC' },
} as unknown as PeriodState

test('where names are hidden, no name of a key is proposed, and models still are', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    const by = new URL(url, 'https://gate.example').searchParams.get('by')
    return Response.json({ items: [{ id: `${by}-1`, name: by === 'key' ? 'Claude Code' : `some-${by}` }], next: null })
  })
  const { place } = await draw(<SearchBox time={time} />, { at: '/dashboard/usage', texts: ['usage', 'ui'] })
  const proposed = () => [...place.querySelectorAll('datalist option')].map((option) => option.textContent)
  await type(place.querySelector('input'), 'key:')
  await settled(() => expect(proposed()).toEqual(['key:"Claude Code"']))
  await act(async () => setHidden(true))
  expect(proposed()).toEqual([])
  await type(place.querySelector('input'), 'model:')
  await settled(() => expect(proposed()).toEqual(['model:some-model']))
  await act(async () => setHidden(false))
})
