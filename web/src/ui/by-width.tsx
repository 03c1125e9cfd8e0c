import type { ReactNode } from 'react'
import { useWide } from '../lib/use-wide.ts'

/** The same twice, as a table and as cards for a phone: only what there is room for is drawn. */
export const ByWidth = ({ table, cards }: { table: ReactNode; cards: ReactNode }) => (useWide() ? table : cards)
