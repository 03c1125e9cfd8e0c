import { CallError } from './call-error.ts'
import { store } from './store.ts'

type Asked = { fault: string | null; resolve: (password: string | null) => void }

const open = store<Asked | null>(null)

/** Why a password is asked for again; null the first time. Undefined while none is asked for. */
export const useConsent = (): string | null | undefined =>
  open.use((asked) => (asked === null ? undefined : asked.fault))

/** Answers the open question; null declines. The password is kept nowhere. */
export function answerConsent(password: string | null): void {
  const asked = open.get()
  open.set(null)
  asked?.resolve(password)
}

function ask(fault: string | null): Promise<string | null> {
  open.get()?.resolve(null)
  return new Promise((resolve) => open.set({ fault, resolve }))
}

/** What a call is given when its act may need the reader's own password. */
export type Consent = { password?: string }

/** Makes a call, with the reader's password where the server wants it; undefined when the reader declines. `wants` finds the wish in an answer. */
export async function withConsent<T>(
  act: (consent: Consent) => Promise<T>,
  wants: (answer: T) => boolean = () => false,
): Promise<T | undefined> {
  let consent: Consent = {}
  for (;;) {
    let fault: string | null = null
    try {
      const answer = await act(consent)
      if (consent.password !== undefined || !wants(answer)) return answer
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const wrong = error.fields['own_password'] ?? error.fields['password']
      if (error.code !== 'password_needed' && (consent.password === undefined || wrong === undefined)) throw error
      fault = error.code === 'password_needed' ? null : (wrong ?? null)
    }
    const password = await ask(fault)
    if (password === null) return undefined
    consent = { password }
  }
}
