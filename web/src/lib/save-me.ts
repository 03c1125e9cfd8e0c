import type { BodyInputOf } from '../../../src/contract/endpoint.ts'
import type { patchMe } from '../../../src/contract/users.ts'
import { call, type Door } from './call.ts'
import { inTurn, TURN_MS } from './in-turn.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { ME, setUser } from './session.ts'

const patchDoor: Door<typeof patchMe> = { method: 'PATCH', path: '/api/users/me' }

/** Changes the own account, one change after the other, and takes over what it is now; throws the `CallError` of a refusal. */
export function saveMe(body: BodyInputOf<typeof patchMe>): Promise<void> {
  return inTurn('me', async () => {
    setUser(await call<typeof patchMe>(patchDoor, { body, withinMs: TURN_MS }))
    tellOtherTabs([ME])
  })
}
