import { SparkFrame, type SparkProps, tenth } from './spark-frame.tsx'

type Props = SparkProps & { colour?: string }

/** A small line without axes; flat and grey when there is nothing. */
export function Sparkline({ values, label, width = 60, height = 20, colour = 'var(--text3)' }: Props) {
  const top = Math.max(...values, 0)
  const step = (width - 2) / Math.max(1, values.length - 1)
  const points = values.map(
    (value, at) => `${tenth(1 + at * step)},${tenth(height - 2 - (value / top) * (height - 5))}`,
  )
  return (
    <SparkFrame label={label} width={width} height={height}>
      {top > 0 ? (
        <polyline points={points.join(' ')} fill="none" stroke={colour} strokeWidth="1.4" strokeLinejoin="round" />
      ) : (
        <path d={`M1 ${height - 2}H${width - 1}`} stroke="var(--line)" strokeWidth="1.4" />
      )}
    </SparkFrame>
  )
}
