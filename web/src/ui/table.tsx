import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import type { Sort } from '../../../src/contract/common.ts'
import { Icon } from './icon.tsx'
import { Wide } from './wide.tsx'

type Props = ComponentPropsWithRef<'table'> & {
  /** Names the table for those who hear it. */
  label: string
  /** Rows of 54 px, for cells with two lines. */
  tall?: boolean
}

/** A table that scrolls sideways inside its card when it must. */
export function Table({ label, tall = false, className = '', ...rest }: Props) {
  return (
    <Wide label={label}>
      <table aria-label={label} {...rest} className={`tbl ${tall ? 'tall' : ''} ${className}`} />
    </Wide>
  )
}

/** How a table is ordered, and what a press on a head asks for. */
export type Sorting<C extends string> = { sort: Sort<C>; onSort: (sort: Sort<C>) => void }

type SortHeadProps<C extends string> = Sorting<C> & {
  column: C
  /** A column of numbers: at the right, and the largest first at the first press. */
  number?: boolean
  /** A column of past times: the latest first at the first press. */
  latest?: boolean
  className?: string
  children: ReactNode
}

/** The head of a column that orders the table. */
export function SortHead<C extends string>({
  column,
  sort,
  onSort,
  number = false,
  latest = false,
  className = '',
  children,
}: SortHeadProps<C>) {
  const order = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined
  const next: Sort<C> =
    order === undefined ? (number || latest ? `-${column}` : column) : order === 'ascending' ? `-${column}` : column
  return (
    <th scope="col" className={`${number ? 'r' : ''} ${className}`} {...(order && { 'aria-sort': order })}>
      <button type="button" onClick={() => onSort(next)}>
        {children}
        {order && <Icon of={order === 'ascending' ? ArrowUp : ArrowDown} small />}
      </button>
    </th>
  )
}

/** A cell of two lines: what it is, and a quiet word about it. */
export function TwoLines({
  children,
  under,
  tone,
}: {
  children: ReactNode
  under?: ReactNode
  tone?: 'ok' | 'warn' | 'err' | 'info' | undefined
}) {
  if (under === undefined || under === '' || under === null) return <>{children}</>
  return (
    <div className="two">
      <span className="el">{children}</span>
      <span className={`el ${tone ?? ''}`}>{under}</span>
    </div>
  )
}
