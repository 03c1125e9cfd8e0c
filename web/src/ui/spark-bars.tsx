type Props = {
  values: readonly number[]
  /** What is drawn, in one sentence. */
  label: string
  width?: number
  height?: number
}

/** Small bars without axes, one for each value; a line where there is nothing. */
export function SparkBars({ values, label, width = 96, height = 20 }: Props) {
  const top = Math.max(...values, 1)
  const step = width / Math.max(1, values.length)
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className="flex-none"
    >
      <path d={`M0 ${height - 0.5}H${width}`} stroke="var(--line)" />
      {values.map((value, at) => {
        const tall = value === 0 ? 0 : Math.max(2, (value / top) * (height - 1))
        return (
          value > 0 && (
            <rect
              // The place of a value is all there is to tell it by.
              key={at}
              x={round(at * step)}
              y={round(height - tall)}
              width={round(Math.max(1, step - 0.4))}
              height={round(tall)}
              fill="var(--err)"
            />
          )
        )
      })}
    </svg>
  )
}

const round = (value: number) => Math.round(value * 10) / 10
