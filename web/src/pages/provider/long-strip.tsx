import { type PointerEvent, useState } from 'react'
import type { Tick } from '../../../../src/contract/catalogue.ts'
import '../../charts/charts.css'
import { useTexts } from '../../i18n/use-texts.ts'
import { useHealthWords } from '../../lib/offers/use-health-words.ts'
import { tickLook } from '../../ui/offers/tick-strip.tsx'

type Props = { name: string; share: string; ticks: readonly Tick[]; tickMs: number }

/** A strip with a cursor for mouse and arrow keys that says what each tick was like. */
export function LongStrip({ name, share, ticks, tickMs }: Props) {
  const h = useTexts('health')
  const charts = useTexts('charts')
  const words = useHealthWords()
  const [cursor, setCursor] = useState<number | null>(null)
  const last = ticks.length - 1
  const at = ticks[cursor ?? last]
  const said = at ? words.tick(at, tickMs) : ''
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const place = Math.floor(((event.clientX - box.left) / box.width) * ticks.length)
    setCursor(Math.min(last, Math.max(0, place)))
  }
  return (
    <div className="pd-strip heatbox">
      <div className="strip" role="img" aria-label={h('strip', { name, share })}>
        {ticks.map((tick, index) => (
          <i key={tick.at} className={`${tickLook(tick.state)} ${index === cursor ? 'at' : ''}`} />
        ))}
      </div>
      <input
        type="range"
        className="cursor"
        min={1}
        max={ticks.length}
        value={(cursor ?? last) + 1}
        aria-label={`${name}: ${charts('cursor')}`}
        aria-valuetext={said}
        onChange={(event) => setCursor(event.target.valueAsNumber - 1)}
        onKeyDown={(event) => event.key === 'Escape' && setCursor(null)}
        onFocus={() => setCursor(cursor ?? last)}
        onBlur={() => setCursor(null)}
        onPointerMove={onPointer}
        onPointerLeave={() => setCursor(null)}
      />
      {cursor !== null && (
        <span
          className="htip"
          style={{ left: `${Math.min(86, Math.max(14, ((cursor + 0.5) / ticks.length) * 100))}%` }}
        >
          {said}
        </span>
      )}
    </div>
  )
}
