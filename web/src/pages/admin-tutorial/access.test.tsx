import { expect, test, vi } from 'vitest'
import { draw, settled } from '../../test-draw.ts'
import { Access } from './access.tsx'

const used = (client: string, users: number) => ({ client, users, requests: 40, failed: 10 })

test('each client people come with stands with who uses it, how often it fails, and whether the tutorial explains it', async () => {
  const items = [used('Codex CLI', 3), used('Claude Code', 2), used('my-own-script', 1)]
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.startsWith('/api/tutorial') ? { clients: ['claude-code'] } : { items, next: null }),
  )
  const { place } = await draw(<Access />, { texts: ['onboarding', 'ui'] })
  const told = () =>
    [...place.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map((cell) => (cell.querySelector('a') ?? cell).textContent),
    )
  await settled(() =>
    expect(told()).toEqual([
      ['Codex CLI', '3', '40', '25.0%', '未展示'],
      ['Claude Code', '2', '40', '25.0%', '已展示'],
      ['my-own-script', '1', '40', '25.0%', '没有教程'],
    ]),
  )
  expect(place.querySelector('a')?.getAttribute('href')).toBe('/admin/usage?client=Codex+CLI&range=7d')
})
