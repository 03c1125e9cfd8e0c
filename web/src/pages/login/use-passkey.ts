import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { noPasskeysAt } from '../../../../src/core/passkey-origin.ts'
import { CallError } from '../../lib/call-error.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { problemOf, type PasskeyProblem } from '../../lib/passkeys/problem.ts'

const loadSignIn = () => loadChunk(() => import('../../lib/passkeys/sign-in.ts'))

/** Why nobody signed in with a passkey: in the server's words, or by what the browser says. */
export type NoEntry = { told: string; code: string } | PasskeyProblem

/** Signs in with a passkey when it is asked for, and at any time with one that the browser offers at the field of the e-mail. */
export function usePasskey() {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState<NoEntry | null>(null)

  useEffect(() => {
    // Browsers ask one question at a time.
    if (asking || !mayFill()) return
    const leaving = new AbortController()
    void offer(leaving.signal)
    return () => leaving.abort()

    async function offer(signal: AbortSignal): Promise<void> {
      try {
        const { signInByAutofill } = await loadSignIn()
        if (await signInByAutofill(signal)) await navigate({ to: '/login', replace: true })
      } catch (error) {
        // One that was chosen and refused; another may be chosen.
        if (signal.aborted || !(error instanceof CallError)) return
        setRefused(noEntryOf(error))
        await offer(signal)
      }
    }
  }, [asking, navigate])

  const ask = async () => {
    if (asking) return
    setAsking(true)
    setRefused(null)
    try {
      const { signInByPasskey } = await loadSignIn()
      await signInByPasskey()
      await navigate({ to: '/login', replace: true })
    } catch (error) {
      setRefused(noEntryOf(error))
    } finally {
      setAsking(false)
    }
  }
  return { asking, refused, ask }
}

/** Whether it is worth loading what offers passkeys at a field. */
function mayFill(): boolean {
  return 'PublicKeyCredential' in globalThis && noPasskeysAt(location.origin) === null
}

function noEntryOf(error: unknown): NoEntry {
  if (!(error instanceof CallError)) return problemOf(error)
  return error.detail === '' ? 'failed' : { told: error.detail, code: error.code }
}
