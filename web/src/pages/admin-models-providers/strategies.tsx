import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { adminListModels, type Model } from '../../../../src/contract/models.ts'
import { type Strategy, STRATEGIES } from '../../../../src/core/routing.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { useModelChanges } from './use-model-changes.ts'
import { WaitField } from './wait-field.tsx'

/** By which strategy each model is routed, and how long its answers may take. */
export function Strategies() {
  const t = useTexts('routing')
  const [text, setText] = useState('')
  const list = useQuery(ask(adminListModels))
  const wanted = text.trim().toLowerCase()
  return (
    <Card flush className="relative mt">
      <CardHead title={t('strategies.title')} remark={t('strategies.remark')}>
        <SearchField value={text} onChange={setText} label={t('strategies.search')} slash />
      </CardHead>
      <Block query={list} bones={<TableSkeleton />}>
        {({ items }) => {
          const shown = items.filter(({ id, display_name }) => `${id} ${display_name}`.toLowerCase().includes(wanted))
          if (shown.length > 0) return <Rows models={shown} />
          return <p className="t3 rt-head">{t(items.length === 0 ? 'strategies.empty' : 'strategies.nothing')}</p>
        }}
      </Block>
      <div className="foot">
        <span>{t('strategies.global')}</span>
        <Link to="/admin/system">{t('strategies.toSettings')}</Link>
      </div>
    </Card>
  )
}

function Rows({ models }: { models: readonly Model[] }) {
  const t = useTexts('routing')
  return (
    <Table label={t('strategies.title')}>
      <thead>
        <tr>
          <th scope="col">{t('strategies.model')}</th>
          <th scope="col">{t('strategies.strategy')}</th>
          <th scope="col" className="r">
            {t('strategies.firstToken')}
          </th>
          <th scope="col" className="r">
            {t('strategies.idle')}
          </th>
          <th scope="col" className="r hide">
            {t('strategies.providers')}
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <Row key={model.id} model={model} />
        ))}
      </tbody>
    </Table>
  )
}

const NONE = 'none'

function Row({ model }: { model: Model }) {
  const t = useTexts('routing')
  const { change } = useModelChanges()
  const name = model.display_name || model.id
  const save = async (body: Parameters<typeof change>[1]) => {
    if ((await change(model, body)) !== null) toast.success(t('strategies.saved', { name }))
  }
  const strategyOf = (value: string): Strategy | null => STRATEGIES.find((known) => known === value) ?? null
  return (
    <tr>
      <td className="el max-w-64 max-desk:max-w-36" title={model.id}>
        {name}
      </td>
      <td>
        <Select
          className="rt-strategy"
          label={t('strategies.strategyOf', { name })}
          value={model.strategy ?? NONE}
          onChange={(value) => void save({ strategy: strategyOf(value) })}
          options={([NONE, ...STRATEGIES] as const).map((value) => ({ value, label: t(`strategy.${value}`) }))}
        />
      </td>
      <td className="r">
        <WaitField
          label={t('strategies.firstTokenOf', { name })}
          valueMs={model.first_token_ms}
          onChange={(first_token_ms) => void save({ first_token_ms })}
        />
      </td>
      <td className="r">
        <WaitField
          label={t('strategies.idleOf', { name })}
          valueMs={model.idle_ms}
          onChange={(idle_ms) => void save({ idle_ms })}
        />
      </td>
      <td className="r hide n">
        {model.providers.active} / {model.providers.total}
      </td>
    </tr>
  )
}
