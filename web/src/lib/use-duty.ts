import { type Duty, dutyOf } from './duty.ts'
import { useShutOut, useUser } from './session.ts'
import { useViewing } from './viewing.ts'

/** What the signed-in account has to do before anything else; null: nothing. Whoever looks at a user does not have to do what that user has. */
export function useDuty(): Duty | null {
  const user = useUser()
  const viewing = useViewing()
  if (useShutOut()) return 'shut_out'
  return viewing ? null : dutyOf(user)
}
