import { ChevronDown } from 'lucide-react'
import { KEY_STATES, type ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { expiresSoon, longUnused } from '../../lib/key/key-state.ts'
import { monthCost, type KeyFilter } from './keys.ts'

type Props = { keys: readonly ApiKey[]; filter: KeyFilter; onChange: (patch: Partial<KeyFilter>) => void }

/** Search, filters, and what all keys are together. */
export function Toolbar({ keys, filter, onChange }: Props) {
  const t = useTexts('keys')
  const { usd, voice } = useFormat()
  const active = keys.filter((key) => key.status === 'active').length
  const soon = keys.filter((key) => expiresSoon(key, voice.now)).length
  const unused = keys.filter((key) => longUnused(key, voice.now)).length
  return (
    <div className="row wrap keys-tools">
      <SearchField label={t('search')} value={filter.q} onChange={(q) => onChange({ q })} slash />
      <StatusFilter value={filter.status} onChange={(status) => onChange({ status })} />
      <Chip on={filter.soon} onClick={() => onChange({ soon: !filter.soon })}>
        {t('filter.soon')} <span className="t3 n">{soon}</span>
      </Chip>
      <Chip on={filter.unused} onClick={() => onChange({ unused: !filter.unused })}>
        {t('filter.unused')} <span className="t3 n">{unused}</span>
      </Chip>
      <span className="sp hide" />
      <span className="t2 n">
        {t('stats.keys', { count: keys.length })} · {t('stats.active', { active })} · {t('stats.month')}{' '}
        <b className="text-text">{usd(monthCost(keys))}</b>
      </span>
    </div>
  )
}

function StatusFilter({
  value,
  onChange,
}: {
  value: KeyFilter['status']
  onChange: (value: KeyFilter['status']) => void
}) {
  const t = useTexts('keys')
  const ui = useTexts('ui')
  return (
    <Menu
      label={t('filter.status')}
      items={[null, ...KEY_STATES].map((status) => ({
        label: status === null ? t('filter.all') : ui(`status.key_${status}`),
        checked: status === value,
        onSelect: () => onChange(status),
      }))}
      trigger={(props) => (
        <button type="button" {...props} className={`chip ${value === null ? '' : 'on'}`}>
          {t('filter.status_is', { status: value === null ? t('filter.all') : ui(`status.key_${value}`) })}
          <Icon of={ChevronDown} small />
        </button>
      )}
    />
  )
}
