import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Findable } from '../../lib/palette/match.ts'

/** The groups of the palette, in order. */
export const GROUPS = [
  'recent',
  'pages',
  'actions',
  'keys',
  'models',
  'users',
  'providers',
  'settings',
  'requests',
] as const
export type Group = (typeof GROUPS)[number]

/** Something the palette offers: a place to go, or something done on the spot. */
export type Entry = Findable & {
  id: string
  group: Group
  icon: LucideIcon
  /** Stands before the title: what it is a part of. */
  under?: string
  /** A quiet word after the title. */
  hint?: ReactNode
  /** What stands at the right: a state, a price. */
  after?: ReactNode
  /** What it was found for by other means than its words: shown for that text whether or not it holds it. */
  answers?: string
  /** The keys that do the same. */
  keys?: readonly string[]
} & ({ href: string } | { run: () => void })
