import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { draw, settled } from '../../test-draw.ts'
import { KeyAddresses } from './key-addresses.tsx'

test('a key says where it was used from, the latest first, and all of it on request', async () => {
  const items = Array.from({ length: 7 }, (_, n) => ({ ip: `192.0.2.${n}`, at: '2026-11-20T06:00:00.000Z' }))
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string | URL | Request) => {
    asked.push(new URL(url instanceof Request ? url.url : url, 'http://it').pathname)
    return Response.json({ items, next: null })
  })
  const { place, redraw } = await draw(<KeyAddresses item={{ id: 'k1', addresses: 7, risks: ['many_ips'] }} />, {
    texts: ['allkeys'],
  })
  const places = () => [...place.querySelectorAll('li .m')].map(({ textContent }) => textContent)
  await settled(() => expect(places()).toEqual(items.slice(0, 5).map(({ ip }) => ip)))
  expect(asked).toEqual(['/api/admin/keys/k1/addresses'])
  expect(place.querySelector('button')?.textContent).toBe('另有 2 个')
  await act(async () => place.querySelector('button')?.click())
  expect(places()).toHaveLength(7)
  await redraw(<KeyAddresses item={{ id: 'k2', addresses: 0, risks: [] }} />)
  expect(asked).toHaveLength(1)
})
