import { textsOf } from './i18n/texts.ts'
import { currentUser, fetchMe, isAdmin } from './lib/session.ts'
import { toast } from './lib/toast.ts'
import { tokens } from './lib/tokens.ts'
import { keepWantedPath, takeWantedPath } from './lib/wanted-path.ts'

/** Who may open a route: everybody, whoever is signed in, or administrators. */
export type RouteRole = 'public' | 'user' | 'admin'

type Visit = {
  /** Path, search and hash. */
  href: string
  path: string
  /** Undefined for a path without a route. */
  role: RouteRole | undefined
}

const LOGIN = '/login'

/** The rules of navigation: answers where to go instead, or null to go on. An error inside lets navigation proceed. */
export async function guard(visit: Visit): Promise<string | null> {
  try {
    return await detour(visit)
  } catch (error) {
    console.warn('the guard failed', error)
    return null
  }
}

async function detour({ href, path, role }: Visit): Promise<string | null> {
  // A failed answer keeps the session: `fetchMe` never throws.
  if (tokens.access() !== null && currentUser() === null) await fetchMe()
  const signedIn = tokens.access() !== null
  if (path === LOGIN) return signedIn ? (takeWantedPath() ?? home()) : null
  if (path === '/') return home()
  if (role === undefined || role === 'public') return null
  if (!signedIn) {
    keepWantedPath(href)
    return LOGIN
  }
  if (role === 'admin' && !isAdmin(currentUser())) {
    if (currentUser() !== null) toast.warning(textsOf('common')('session.adminOnly'))
    return '/dashboard'
  }
  return null
}

/** Where the signed-in user begins. */
const home = (): string => (isAdmin(currentUser()) ? '/admin/dashboard' : '/dashboard')
