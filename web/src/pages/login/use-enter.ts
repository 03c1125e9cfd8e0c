import { useNavigate } from '@tanstack/react-router'
import { signIn } from '../../lib/session.ts'

/** What the first step of a sign-in asks for. */
export type Credentials = { email: string; password: string }

/** Signs in, with a code where one is needed, and goes where a signed-in visitor of this page belongs, which the guard knows. */
export function useEnter(): (who: Credentials, code?: string) => Promise<void> {
  const navigate = useNavigate()
  return async ({ email, password }, code) => {
    await signIn(email, password, code)
    await navigate({ to: '/login', replace: true })
  }
}
