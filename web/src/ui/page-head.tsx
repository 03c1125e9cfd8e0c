import type { ReactNode } from 'react'

/** The sticky head of a page: its title, the way that led here, and its actions at the right. */
export function PageHead({ title, crumb, children }: { title: ReactNode; crumb?: ReactNode; children?: ReactNode }) {
  return (
    <header className="top">
      <h1 className="el">
        {crumb !== undefined && <span className="crumb">{crumb} / </span>}
        {title}
      </h1>
      <span className="sp" />
      {children}
    </header>
  )
}
