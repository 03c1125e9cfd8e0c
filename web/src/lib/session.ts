import type { login, logout } from '../../../src/contract/auth.ts'
import type { getMe, Me } from '../../../src/contract/users.ts'
import { call, type Door } from './call.ts'
import type { CallError } from './call-error.ts'
import { onAccountDoubted, SHUT_OUT } from './duty.ts'
import { onToldByOtherTab } from './other-tabs.ts'
import { store } from './store.ts'
import { setViewing, type Viewing, viewingNow } from './viewing.ts'
import { onTokensArrived, onTokensGone, tokens, watchOtherTabs } from './tokens.ts'

const loginDoor: Door<typeof login> = { method: 'POST', path: '/api/auth/login' }
const logoutDoor: Door<typeof logout> = { method: 'POST', path: '/api/auth/logout' }
const meDoor: Door<typeof getMe> = { method: 'GET', path: '/api/users/me' }

/** By what other tabs are told that the account is another now. */
export const ME = [meDoor.method, meDoor.path] as const

/** How long after its start the application checks who is signed in. */
const AUTH_CHECK_MS = 100
const LEAVE_MS = 3000

type State = { user: Me | null; failed: boolean; shutOut: boolean }
const nobody: State = { user: null, failed: false, shutOut: false }

const state = store(nobody)
const leavers = new Set<() => void>()
const roleListeners = new Set<() => void>()

/** The signed-in user as last heard; null while unknown. */
export const currentUser = (): Me | null => state.get().user

/** A user is an administrator when the role equals admin. */
export const isAdmin = (user: Me | null): boolean => user?.role === 'admin'

/** The signed-in user; null while unknown. */
export const useUser = (): Me | null => state.use((now) => now.user)

/** Whether the last question who is signed in went unanswered. */
export const useMeFailed = (): boolean => state.use((now) => now.failed)

/** Whether the account was found to be disabled: its session is kept, and every answer is a refusal. */
export const useShutOut = (): boolean => state.use((now) => now.shutOut)

/** Takes what a call has just said about the signed-in user. */
export const setUser = (user: Me): void => state.set({ ...nobody, user })

/** Registers what must be forgotten when a session ends (caches, secrets in memory). */
export function onSignOut(forget: () => void): () => void {
  leavers.add(forget)
  return () => leavers.delete(forget)
}

/** Calls back when the signed-in account is found to have become an administrator, or one no more. */
export function onRoleChanged(tell: () => void): () => void {
  roleListeners.add(tell)
  return () => roleListeners.delete(tell)
}

/** A question who is signed in, and whom the tab looked at when it was asked. */
type Asking = { of: Viewing | null; answer: Promise<Me | null> }
let asking: Asking | null = null

/** Asks who is signed in, once for all who want to know. A failure keeps the session and answers null. */
export function fetchMe(): Promise<Me | null> {
  const of = viewingNow()
  if (asking !== null && asking.of === of) return asking.answer
  const mine: Asking = { of, answer: askMe(() => asking === mine) }
  asking = mine
  return mine.answer
}

async function askMe(isWanted: () => boolean): Promise<Me | null> {
  let shutOut = false
  const user = await call<typeof getMe>(meDoor).catch((error: CallError) => {
    shutOut = error.code === SHUT_OUT
    return null
  })
  // Signed out, or looking at somebody else since: it is about nobody who is here now.
  if (!isWanted()) return asking?.answer ?? currentUser()
  asking = null
  if (tokens.access() === null) return null
  if (user === null) state.set({ user: currentUser(), failed: !shutOut, shutOut })
  else {
    const before = currentUser()
    setUser(user)
    // Another account is a look at a user that begins or ends, which goes where it wants to itself.
    if (before?.id === user.id && before.role !== user.role) for (const tell of roleListeners) tell()
  }
  return user
}

/** Signs in and learns who it is, with a code where the account has a second factor; throws the `CallError` of the log-in. */
export async function signIn(email: string, password: string, code?: string): Promise<Me | null> {
  const body = { email, password, ...(code === undefined ? {} : { code }) }
  tokens.keep(await call<typeof login>(loginDoor, { body }))
  return fetchMe()
}

/** Ends the session on the server if it answers soon, and here in any case. */
export async function signOut(): Promise<void> {
  await call<typeof logout>(logoutDoor, { signal: AbortSignal.timeout(LEAVE_MS) }).catch(() => null)
  tokens.clear('left')
}

/** Starts following the session: the check after 100 ms, and what other tabs do. */
export function startSession(): () => void {
  const check = setTimeout(() => {
    if (tokens.access() !== null && currentUser() === null) void fetchMe()
  }, AUTH_CHECK_MS)
  const ends = [
    onTokensGone(() => {
      setViewing(null)
      asking = null
      state.set(nobody)
      for (const forget of leavers) forget()
    }),
    onTokensArrived(() => void fetchMe()),
    onAccountDoubted(() => void fetchMe()),
    watchOtherTabs(),
    onToldByOtherTab((places) => {
      if (places.some(([, path]) => path === meDoor.path)) void fetchMe()
    }),
  ]
  return () => {
    clearTimeout(check)
    for (const end of ends) end()
  }
}
