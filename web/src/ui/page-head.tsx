import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWide } from '../lib/use-wide.ts'
import { Icon } from './icon.tsx'
import { PaletteButton } from './palette-button.tsx'

type Props = {
  title: ReactNode
  crumb?: ReactNode
  /** With the way into the command palette. */
  palette?: boolean
  children?: ReactNode
}

/** The sticky head of a page: its title, the way that led here, and its actions at the right. */
export function PageHead({ title, crumb, palette = false, children }: Props) {
  const wide = useWide()
  const led = crumb !== undefined
  return (
    <>
      <header className="top">
        {led && wide ? (
          <h1 className="led">
            <span className="crumb el">{crumb}</span>
            <span className="crumb">/</span>
            <span className="el">{title}</span>
          </h1>
        ) : (
          <h1 className="el">{title}</h1>
        )}
        <span className="sp" />
        {palette && <PaletteButton />}
        {children}
      </header>
      {/* Beside the title a phone has no room for it. */}
      {led && !wide && (
        <div className="row gap4 crumb back">
          <Icon of={ChevronLeft} small />
          {crumb}
        </div>
      )}
    </>
  )
}
