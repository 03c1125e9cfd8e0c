import type { ReactNode } from 'react'

/** The sticky head of a page: its title, the way that led here, and its actions at the right. */
export function PageHead({ title, crumb, children }: { title: ReactNode; crumb?: ReactNode; children?: ReactNode }) {
  return (
    <header className="top">
      {crumb === undefined ? (
        <h1 className="el">{title}</h1>
      ) : (
        <h1 className="led">
          <span className="crumb el">{crumb}</span>
          <span className="crumb">/</span>
          <span className="el">{title}</span>
        </h1>
      )}
      <span className="sp" />
      {children}
    </header>
  )
}
