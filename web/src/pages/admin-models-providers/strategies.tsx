import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { adminListModels, type Model } from '../../../../src/contract/models.ts'
import { type Strategy, STRATEGIES } from '../../../../src/core/routing.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { ByWidth } from '../../ui/by-width.tsx'
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
          if (shown.length > 0) return <ByWidth table={<Rows models={shown} />} cards={<Cards models={shown} />} />
          return <p className="t3 rt-head">{t(items.length === 0 ? 'strategies.empty' : 'strategies.nothing')}</p>
        }}
      </Block>
      <div className="foot">
        <span>{t('strategies.global')}</span>
        <Link to="/admin/system" className="nw">
          {t('strategies.toSettings')}
        </Link>
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
          <th scope="col" className="r">
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

function Row({ model }: { model: Model }) {
  const { name, strategy, firstToken, idle } = useControls(model)
  return (
    <tr>
      <td className="el max-w-64" title={model.id}>
        {name}
      </td>
      <td>{strategy}</td>
      <td className="r">{firstToken}</td>
      <td className="r">{idle}</td>
      <td className="r">
        <Providers model={model} />
      </td>
    </tr>
  )
}

function Cards({ models }: { models: readonly Model[] }) {
  const t = useTexts('routing')
  return (
    <ul aria-label={t('strategies.title')} className="border-t border-line">
      {models.map((model) => (
        <StrategyCard key={model.id} model={model} />
      ))}
    </ul>
  )
}

function StrategyCard({ model }: { model: Model }) {
  const t = useTexts('routing')
  const { name, strategy, firstToken, idle } = useControls(model)
  return (
    <li className="rowcard">
      <div className="row">
        <b className="el b" title={model.id}>
          {name}
        </b>
        <span className="sp" />
        <span className="t3 nw">
          {t('strategies.providers')} <Providers model={model} />
        </span>
      </div>
      {strategy}
      {/* The fields are named in full themselves: what stands above them is for those who see which is which. */}
      <div className="rt-waits">
        <div>
          <span className="t3" aria-hidden="true">
            {t('strategies.firstToken')}
          </span>
          {firstToken}
        </div>
        <div>
          <span className="t3" aria-hidden="true">
            {t('strategies.idle')}
          </span>
          {idle}
        </div>
      </div>
    </li>
  )
}

const Providers = ({ model: { providers } }: { model: Model }) => (
  <span className="n">
    {providers.active} / {providers.total}
  </span>
)

const NONE = 'none'
const strategyOf = (value: string): Strategy | null => STRATEGIES.find((known) => known === value) ?? null

/** What is set for a model, each change saved at once: the same in a row and on a card. */
function useControls(model: Model) {
  const t = useTexts('routing')
  const { change } = useModelChanges()
  const name = model.display_name || model.id
  const save = async (body: Parameters<typeof change>[1]) => {
    if ((await change(model, body)) !== null) toast.success(t('strategies.saved', { name }))
  }
  return {
    name,
    strategy: (
      <Select
        className="rt-strategy"
        label={t('strategies.strategyOf', { name })}
        value={model.strategy ?? NONE}
        onChange={(value) => void save({ strategy: strategyOf(value) })}
        options={([NONE, ...STRATEGIES] as const).map((value) => ({ value, label: t(`strategy.${value}`) }))}
      />
    ),
    firstToken: (
      <WaitField
        label={t('strategies.firstTokenOf', { name })}
        valueMs={model.first_token_ms}
        onChange={(first_token_ms) => void save({ first_token_ms })}
      />
    ),
    idle: (
      <WaitField
        label={t('strategies.idleOf', { name })}
        valueMs={model.idle_ms}
        onChange={(idle_ms) => void save({ idle_ms })}
      />
    ),
  }
}
