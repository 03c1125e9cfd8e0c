import type { Scope } from '../../lib/scope.ts'

/** What the main chart can show, one for each number above it. */
export const VIEWS_OF = {
  user: ['cost', 'requests', 'input', 'output', 'cache', 'latency', 'failed'],
  admin: [
    'cost',
    'upstream',
    'margin',
    'marginShare',
    'switched',
    'failed',
    'requests',
    'attempts',
    'input',
    'output',
    'cache',
    'latency',
  ],
} as const satisfies Record<Scope, readonly string[]>
export type View = (typeof VIEWS_OF)[Scope][number]

const LINES = ['cache', 'latency', 'margin', 'marginShare', 'switched'] as const satisfies readonly View[]
/** The views of which only lines can be drawn. */
export type LineView = (typeof LINES)[number]

/** Whether a view is drawn as lines: shares and percentiles do not add up. */
export const isLine = (view: View): view is LineView => (LINES as readonly View[]).includes(view)
