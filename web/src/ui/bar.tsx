const CLASSES = { accent: '', neutral: 'n', warn: 'warn', err: 'err' } as const

type Props = {
  /** From 0 to 1; what is outside is cut. */
  share: number
  tone?: keyof typeof CLASSES
  /** What it measures; without one it is decoration beside a number. */
  label?: string
}

/** A thin horizontal bar for a share. */
export function Bar({ share, tone = 'accent', label }: Props) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10
  const named =
    label === undefined
      ? { 'aria-hidden': true }
      : { role: 'meter', 'aria-label': label, 'aria-valuenow': percent, 'aria-valuemin': 0, 'aria-valuemax': 100 }
  return (
    <span className="bar" {...named}>
      <i className={CLASSES[tone]} style={{ width: `${percent}%` }} />
    </span>
  )
}
