import type { OfferedModel } from '../../../../src/contract/catalogue.ts'
import { HOUR_MS } from '../../../../src/core/time.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useHealthWords } from '../../lib/offers/use-health-words.ts'
import { useFormat } from '../../lib/use-format.ts'
import { TickStrip } from './tick-strip.tsx'

type Props = { name: string; health: OfferedModel['health']; small?: boolean }

/** The last 24 hours of a model or a provider, by the hour. */
export function DayStrip({ name, health, small = false }: Props) {
  const t = useTexts('health')
  const { percent } = useFormat()
  const words = useHealthWords()
  return (
    <TickStrip
      ticks={health.ticks}
      label={t('strip', { name, share: percent(health.availability) })}
      words={(tick) => words.tick(tick, HOUR_MS)}
      small={small}
    />
  )
}

/** The strip with its share beside it, for a cell of a table. */
export function DayCell(props: Omit<Props, 'small'>) {
  const { percent } = useFormat()
  return (
    <span className="day-cell">
      <DayStrip {...props} small />
      <span className="n">{percent(props.health.availability)}</span>
    </span>
  )
}
