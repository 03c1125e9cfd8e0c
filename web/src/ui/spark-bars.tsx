import { SparkFrame, type SparkProps, tenth } from './spark-frame.tsx'

/** Small bars without axes, one for each value; a line where there is nothing. */
export function SparkBars({ values, label, width = 96, height = 20 }: SparkProps) {
  const top = Math.max(...values, 1)
  const step = width / Math.max(1, values.length)
  return (
    <SparkFrame label={label} width={width} height={height}>
      <path d={`M0 ${height - 0.5}H${width}`} stroke="var(--line)" />
      {values.map((value, at) => {
        const tall = value === 0 ? 0 : Math.max(2, (value / top) * (height - 1))
        return (
          value > 0 && (
            <rect
              // The place of a value is all there is to tell it by.
              key={at}
              x={tenth(at * step)}
              y={tenth(height - tall)}
              width={tenth(Math.max(1, step - 0.4))}
              height={tenth(tall)}
              fill="var(--err)"
            />
          )
        )
      })}
    </SparkFrame>
  )
}
