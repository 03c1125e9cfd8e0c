import { DayCell } from './day-strip.tsx'

type Props = {
  /** What each is called, and its value. */
  facts: readonly (readonly [name: string, value: string | number])[]
  day: Parameters<typeof DayCell>[0] & { label: string }
}

/** Three figures beside the last day, as a card of a phone has them. */
export function DayFigures({ facts, day: { label, ...of } }: Props) {
  return (
    <div className="grid grid-cols-[1fr_1fr_1fr_auto] gap-2 text-cell">
      {facts.map(([name, value]) => (
        <span key={name} className="grid">
          <span className="t3">{name}</span>
          <span className="n">{value}</span>
        </span>
      ))}
      <span className="grid">
        <span className="t3">{label}</span>
        <DayCell {...of} />
      </span>
    </div>
  )
}
