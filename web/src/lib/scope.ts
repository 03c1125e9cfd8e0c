import { useLocation } from '@tanstack/react-router'

/** Whose view a page shows: the own account, or everybody's. */
export type Scope = 'user' | 'admin'

/** Where each scope begins. */
export const BASE_PATHS = { user: '/dashboard', admin: '/admin' } as const satisfies Record<Scope, string>

/** The scope a path belongs to. */
export const scopeOf = (path: string): Scope => (path === '/admin' || path.startsWith('/admin/') ? 'admin' : 'user')

/** The scope of the current page. */
export const useScope = (): Scope => scopeOf(useLocation({ select: (location) => location.pathname }))
