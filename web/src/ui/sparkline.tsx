type Props = {
  values: readonly number[]
  /** What is drawn, in one sentence. */
  label: string
  width?: number
  height?: number
  colour?: string
}

/** A small line without axes; flat and grey when there is nothing. */
export function Sparkline({ values, label, width = 60, height = 20, colour = 'var(--text3)' }: Props) {
  const top = Math.max(...values, 0)
  const step = (width - 2) / Math.max(1, values.length - 1)
  const points = values.map(
    (value, at) => `${round(1 + at * step)},${round(height - 2 - (value / top) * (height - 5))}`,
  )
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className="flex-none"
    >
      {top > 0 ? (
        <polyline points={points.join(' ')} fill="none" stroke={colour} strokeWidth="1.4" strokeLinejoin="round" />
      ) : (
        <path d={`M1 ${height - 2}H${width - 1}`} stroke="var(--line)" strokeWidth="1.4" />
      )}
    </svg>
  )
}

const round = (value: number) => Math.round(value * 10) / 10
