import type { ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { useLate } from '../lib/use-late.ts'

const DELAY_MS = 150

/** A grey bar in the size of what is coming. */
export function Bone({
  width = '100%',
  height = 12,
  className = '',
}: {
  width?: string | number
  height?: number
  className?: string
}) {
  return <i className={`sk ${className}`} style={{ width, height }} />
}

/** Shows its bones only after 150 ms, because what comes sooner needs no announcement; the space is taken at once. */
export function Skeleton({ children, className = '' }: { children: ReactNode; className?: string }) {
  const t = useTexts('ui')
  const late = useLate(DELAY_MS)
  return (
    <div aria-busy="true" className={className}>
      <output className="vh">{late && t('loading')}</output>
      <div aria-hidden="true" style={late ? undefined : { visibility: 'hidden' }}>
        {children}
      </div>
    </div>
  )
}

/** The bones of a table: rows of 40 or 54 px. */
export function TableSkeleton({ rows = 6, tall = false }: { rows?: number; tall?: boolean }) {
  return (
    <Skeleton>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className="row gap16 border-b border-line px-4 last:border-0" style={{ height: tall ? 54 : 40 }}>
          <Bone width={`${24 - (at % 3) * 4}%`} />
          <span className="sp" />
          <Bone width="12%" />
          <Bone width="8%" />
        </div>
      ))}
    </Skeleton>
  )
}
