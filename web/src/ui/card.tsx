import type { ComponentPropsWithRef, ReactNode } from 'react'

type Props = ComponentPropsWithRef<'section'> & {
  /** Without padding, for a table that reaches the edges. */
  flush?: boolean
}

/** A block on the canvas. Name it with aria-label or a CardHead. */
export function Card({ flush = false, className = '', ...rest }: Props) {
  return <section {...rest} className={`card ${flush ? 'flush' : ''} ${className}`} />
}

/** The first line of a card: its title, a quiet remark, and what can be done at the right. */
export function CardHead({ title, remark, children }: { title: ReactNode; remark?: ReactNode; children?: ReactNode }) {
  return (
    <div className="hd">
      <h2>{title}</h2>
      {remark !== undefined && <span className="t3">{remark}</span>}
      <span className="sp" />
      {children}
    </div>
  )
}
