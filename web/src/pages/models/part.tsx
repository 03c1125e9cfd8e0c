import type { ReactNode } from 'react'

type Props = { title: ReactNode; remark?: ReactNode; after?: ReactNode; children: ReactNode }

/** A part of the drawer under its name. */
export function Part({ title, remark, after, children }: Props) {
  return (
    <section className="ml-part">
      <div className="row ml-part-head">
        <h3>{title}</h3>
        {remark !== undefined && <span className="t3 el">{remark}</span>}
        <span className="sp" />
        {after}
      </div>
      {children}
    </section>
  )
}
