import { useTexts } from '../../i18n/use-texts.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { readFloors } from '../../lib/traffic/floors.ts'
import { useFormat } from '../../lib/use-format.ts'
import { ActiveChip } from '../../ui/chip.tsx'

/** What requests must at least cost or take, where that is asked for. */
export function FloorChips() {
  const t = useTexts('usage')
  const format = useFormat()
  const [search, change] = useSearchParams()
  const { min_cost: cost, min_first_token_ms: ms } = readFloors(search)
  return (
    <>
      {cost !== undefined && (
        <ActiveChip
          removeLabel={t('removeFilter', { name: t('list.cost') })}
          onRemove={() => change({ min_cost: null })}
        >
          {t('floor.cost', { cost: format.usd(cost) })}
        </ActiveChip>
      )}
      {ms !== undefined && (
        <ActiveChip
          removeLabel={t('removeFilter', { name: t('list.first_token') })}
          onRemove={() => change({ min_ttft: null })}
        >
          {t('floor.ttft', { time: format.duration(ms) })}
        </ActiveChip>
      )}
    </>
  )
}
