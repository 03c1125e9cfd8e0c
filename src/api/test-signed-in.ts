import type { World } from './testing.ts'

/** Somebody new, with a session that is open. */
export async function signedIn(world: World, name: string, role: 'admin' | 'user' = 'user') {
  const { id } = await world.user(name, { role })
  return { id, token: (await world.session(id)).access }
}
