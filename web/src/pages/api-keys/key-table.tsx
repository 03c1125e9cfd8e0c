import { Terminal } from 'lucide-react'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Status } from '../../ui/status.tsx'
import { SortHead, Table, TwoLines, type Sort } from '../../ui/table.tsx'
import { AllowedModels } from './allowed-models.tsx'
import { KeyActions } from './key-actions.tsx'
import type { DrawerJob } from './key-drawer.tsx'
import { masked, type Column } from './keys.ts'
import { useExpiry, useLastUse } from './key-times.ts'

type Props = {
  keys: readonly ApiKey[]
  sort: Sort<Column>
  onSort: (sort: Sort<Column>) => void
  onJob: (job: DrawerJob) => void
}

/** The keys as a table. */
export function KeyTable({ keys, sort, onSort, onJob }: Props) {
  const t = useTexts('keys')
  const head = { sort, onSort }
  return (
    <div className="hide">
      <Table label={t('list')} tall>
        <thead>
          <tr>
            <SortHead column="name" {...head}>
              {t('col.name')}
            </SortHead>
            <th scope="col">{t('col.key')}</th>
            <th scope="col">{t('col.status')}</th>
            <th scope="col">{t('col.models')}</th>
            <SortHead column="cost" number {...head}>
              {t('col.cost')}
            </SortHead>
            <SortHead column="used" latest {...head}>
              {t('col.used')}
            </SortHead>
            <SortHead column="expires" {...head}>
              {t('col.expires')}
            </SortHead>
            <th scope="col" className="r">
              {t('col.actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <Row key={key.id} item={key} onJob={onJob} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function Row({ item, onJob }: { item: ApiKey; onJob: (job: DrawerJob) => void }) {
  const t = useTexts('keys')
  const lastUse = useLastUse(item)
  const expiry = useExpiry(item)
  return (
    <tr className={item.status === 'active' ? '' : 'keys-idle'}>
      <td className="keys-name">
        <TwoLines under={item.note}>{item.name}</TwoLines>
      </td>
      <td>
        <span className="row gap4">
          <span className="m t2">{masked(item)}</span>
          <CopyButton text={masked(item)} what={t('masked')} />
        </span>
      </td>
      <td>
        <Status state={`key_${item.status}`} />
      </td>
      <td>
        <AllowedModels models={item.allow_models} />
      </td>
      <td className="r">
        <MonthCost item={item} />
      </td>
      <td className="n" title={lastUse.hover}>
        <TwoLines under={lastUse.under}>{lastUse.text}</TwoLines>
      </td>
      <td className="n">
        <TwoLines under={expiry.under} tone={expiry.soon ? 'warn' : undefined}>
          {item.expires_at === null ? <span className="t2">{expiry.text}</span> : expiry.text}
        </TwoLines>
      </td>
      <td className="r">
        <span className="row justify-end" style={{ gap: 0 }}>
          <Button
            kind="ghost"
            small
            icon
            aria-label={t('action.configs_of', { name: item.name })}
            title={t('action.configs')}
            onClick={() => onJob({ kind: 'configs', key: item })}
          >
            <Icon of={Terminal} small />
          </Button>
          <KeyActions item={item} onJob={onJob} />
        </span>
      </td>
    </tr>
  )
}

function MonthCost({ item }: { item: ApiKey }) {
  const t = useTexts('keys')
  const { exact, plotted, usd } = useFormat()
  return (
    <div className="keys-cost">
      <Sparkline values={item.trend.map(plotted)} label={t('trend')} />
      <span
        className={item.month.cost === '0' ? 't2' : ''}
        title={t('month_requests', { count: item.month.requests, requests: exact(item.month.requests) })}
      >
        {usd(item.month.cost, 2)}
      </span>
    </div>
  )
}
