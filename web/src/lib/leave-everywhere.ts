import { endOtherSessions } from '../../../src/contract/users.ts'
import { call } from './call.ts'
import { signOut } from './session.ts'

/** Ends every session of the account, this one last; when the others could not be ended it stays too, and the `CallError` is thrown. */
export async function leaveEverywhere(): Promise<void> {
  await call(endOtherSessions)
  await signOut()
}
