import {
  Bell,
  Database,
  Globe,
  Hash,
  Keyboard,
  LogOut,
  Palette,
  SlidersHorizontal,
  type LucideIcon,
} from 'lucide-react'

/** The sections of the page in order; their ids stand in the address behind `#`. */
export const SECTIONS = [
  ['look', Palette],
  ['region', Globe],
  ['numbers', Hash],
  ['keys', Keyboard],
  ['notices', Bell],
  ['defaults', SlidersHorizontal],
  ['data', Database],
  ['sessions', LogOut],
] as const satisfies readonly (readonly [string, LucideIcon])[]
export type SectionId = (typeof SECTIONS)[number][0]
