/** The name of the product as Latin text. */
export const PRODUCT = 'Yumen'

/** The mark: a gate whose opening widens into a road. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg className="shrink-0" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6" fill="var(--accent)" />
      <path d="M4.6 7.2 12 4.4l7.4 2.8v1.7H4.6zM6 10.2h12v9h-3.4v-3.1a2.6 2.6 0 0 0-5.2 0v3.1H6z" fill="var(--on)" />
    </svg>
  )
}

/** Mark and name together. */
export function Brand() {
  return (
    <div className="brand">
      <Mark />
      <span className="bn">Yumen 玉门</span>
    </div>
  )
}
