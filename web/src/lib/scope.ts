import { rootRouteId, useRouterState } from '@tanstack/react-router'

/** Whose view a page shows: the own account, or everybody's. */
export type Scope = 'user' | 'admin'

/** Where each scope begins. */
export const BASE_PATHS = { user: '/dashboard', admin: '/admin' } as const satisfies Record<Scope, string>

/** The scope a path belongs to. */
export const scopeOf = (path: string): Scope => (path === '/admin' || path.startsWith('/admin/') ? 'admin' : 'user')

/** The scope of the page that is drawn, which it keeps while the next one is on its way. */
export const useScope = (): Scope =>
  useRouterState({
    select: ({ matches, location }) => {
      const page = matches.at(-1)
      // Where there is no page, the frame still belongs to what was asked for.
      return scopeOf(page === undefined || page.routeId === rootRouteId ? location.pathname : page.pathname)
    },
  })
