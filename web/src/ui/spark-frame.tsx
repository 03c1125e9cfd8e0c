import type { ReactNode } from 'react'

/** What a small picture without axes is given. */
export type SparkProps = {
  values: readonly number[]
  /** What is drawn, in one sentence. */
  label: string
  width?: number
  height?: number
}

/** What such a picture is drawn in. */
export function SparkFrame({ label, width, height, children }: Frame) {
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className="flex-none"
    >
      {children}
    </svg>
  )
}

type Frame = { label: string; width: number; height: number; children: ReactNode }

/** A place in a picture, as exact as can be seen. */
export const tenth = (value: number) => Math.round(value * 10) / 10
