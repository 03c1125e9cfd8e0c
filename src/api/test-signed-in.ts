import { expect } from 'vitest'
import type { World } from './testing.ts'

/** Somebody new, with a session that is open. */
export async function signedIn(world: World, name: string, role: 'admin' | 'user' = 'user') {
  const { id } = await world.user(name, { role })
  return { id, token: (await world.session(id)).access }
}

/** What somebody's notices are called in English, the newest first; each has all that its words name. */
export async function noticeTitles(world: World, token: string): Promise<string[]> {
  const { items } = (await world.call('listNotices', { token, headers: { 'accept-language': 'en' } })).body
  for (const { text } of items) expect(text).not.toContain('{')
  return items.map(({ title }) => title)
}
