import { useDuty } from '../lib/use-duty.ts'
import { FirstPassword } from './first-password.tsx'
import { FirstSecondFactor } from './first-second-factor.tsx'
import { ShutOut } from './shut-out.tsx'

const DUTIES = { password: <FirstPassword />, second_factor: <FirstSecondFactor />, shut_out: <ShutOut /> }

/** Stands in place of every page until what the account has to do is done. */
export function Page() {
  const duty = useDuty()
  return duty && DUTIES[duty]
}
