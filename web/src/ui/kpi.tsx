import type { ReactNode } from 'react'

type Props = {
  label: ReactNode
  value: ReactNode
  unit?: ReactNode
  /** The line under the number. */
  remark?: ReactNode
  small?: boolean
}

/** One number that matters, with its name. */
export function Kpi({ label, value, unit, remark, small = false }: Props) {
  return (
    <div className={`kpi ${small ? 's' : ''}`}>
      <div className="l">{label}</div>
      <div className="v">
        {value}
        {unit !== undefined && <small>{unit}</small>}
      </div>
      {remark !== undefined && <div className="t3">{remark}</div>}
    </div>
  )
}
