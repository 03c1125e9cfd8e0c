import { type PointerEvent, useState } from 'react'
import type { Tick } from '../../../../src/contract/catalogue.ts'
import '../../charts/charts.css'
import { useTexts } from '../../i18n/use-texts.ts'
import './offers.css'
import { tickLook } from './tick-strip.tsx'

type Props<T extends Tick> = {
  name: string
  share: string
  ticks: readonly T[]
  /** What a tick was like, in lines. */
  say: (tick: T) => readonly string[]
}

/** A strip with a cursor for mouse and arrow keys that says what each tick was like. */
export function LongStrip<T extends Tick>({ name, share, ticks, say }: Props<T>) {
  const h = useTexts('health')
  const charts = useTexts('charts')
  const [cursor, setCursor] = useState<number | null>(null)
  const last = ticks.length - 1
  const at = ticks[cursor ?? last]
  const said = at ? say(at) : []
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const place = Math.floor(((event.clientX - box.left) / box.width) * ticks.length)
    setCursor(Math.min(last, Math.max(0, place)))
  }
  return (
    <div className="strips-bar heatbox">
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
        aria-valuetext={said.join(' · ')}
        onChange={(event) => setCursor(event.target.valueAsNumber - 1)}
        onKeyDown={(event) => event.key === 'Escape' && setCursor(null)}
        onFocus={() => setCursor(cursor ?? last)}
        onBlur={() => setCursor(null)}
        onPointerMove={onPointer}
        onPointerLeave={() => setCursor(null)}
      />
      {cursor !== null && (
        <span className="htip" style={{ left: `${((cursor + 0.5) / ticks.length) * 100}%`, ...shiftOf(cursor / last) }}>
          {said.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </span>
      )}
    </div>
  )
}

/** What is said of a tick stays above the strip, however near to its end the tick is. */
const shiftOf = (place: number) => ({ transform: `translateX(${-100 * Math.min(0.96, Math.max(0.04, place))}%)` })
