import { Link } from '@tanstack/react-router'
import { Route, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '../../../../src/contract/endpoint.ts'
import type { adminSimulateRouting } from '../../../../src/contract/routing.ts'
import { DEFAULT_STRATEGY } from '../../../../src/core/routing.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Settings } from '../../lib/settings/use-settings.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { Fates } from './fates.tsx'
import { SimulationForm } from './simulation-form.tsx'
import { useSimulation } from './use-simulation.ts'

type Answer = AnswerOf<typeof adminSimulateRouting>

/** Who would be asked for a request, in which order, and why the others would not. */
export function Simulation({ settings }: { settings: Settings }) {
  const t = useTexts('routing')
  const [drafted, setDrafted] = useState(true)
  const simulation = useSimulation(settings, drafted)
  const { chosen, answer } = simulation
  return (
    <Card flush className="relative">
      <CardHead title={t('simulation.title')} remark={t('simulation.remark')}>
        <Segmented
          label={t('simulation.by')}
          value={drafted ? 'draft' : 'live'}
          onChange={(value) => setDrafted(value === 'draft')}
          options={(['live', 'draft'] as const).map((value) => ({ value, label: t(`simulation.${value}`) }))}
        />
      </CardHead>
      <SimulationForm {...simulation} />
      {chosen.model === null ? (
        <p className="t3 rt-head">{t('simulation.hint')}</p>
      ) : (
        <Block query={answer} bones={<TableSkeleton rows={3} />}>
          {(data) => <Outcome data={data} />}
        </Block>
      )}
    </Card>
  )
}

function Outcome({ data }: { data: Answer }) {
  const t = useTexts('routing')
  const format = useFormat()
  const kept = data.candidates.filter(({ position }) => position !== null)
  const skipped = data.candidates.filter(({ position }) => position === null)
  const most = data.max_attempts ?? kept.length
  // Whoever comes after the last attempt is not asked, however many there are.
  const [first, ...after] = kept
    .slice(0, most)
    .map(({ provider, credential }) => `${provider.name} · ${credential.name ?? credential.last4}`)
  return (
    <>
      {data.refusal ? (
        <Note tone="err" icon={TriangleAlert} className="rt-head">
          <span>
            <b className="b">{t('simulation.refused')}</b> · {data.refusal.detail}
          </span>
        </Note>
      ) : (
        first !== undefined && (
          <Note icon={Route} className="rt-head">
            <span>
              <b className="b">{t('simulation.first', { name: first })}</b> ·{' '}
              {after.length > 0
                ? t('simulation.after', { names: after.join(t('simulation.and')) })
                : t(kept.length > 1 ? 'simulation.once' : 'simulation.only')}
              <span className="t3">
                {' '}
                · {t('simulation.counts', { kept: kept.length, skipped: skipped.length })}
                {data.strategy && ` · ${t(`explain.${data.strategy}`)}`}
              </span>
            </span>
          </Note>
        )
      )}
      {data.at !== null && data.took_ms !== null && (
        <p className="t3 rt-head">
          {t('simulation.snapshot', { time: format.when(data.at), ms: data.took_ms.toFixed(1) })}
        </p>
      )}
      {data.candidates.length > 0 && (
        <Fates kept={kept} skipped={skipped} most={most} strategy={data.strategy ?? DEFAULT_STRATEGY} />
      )}
      <Silent providers={data.without_credential} />
      {data.candidates.length === 0 && !data.refusal && <p className="t3 rt-head">{t('simulation.none')}</p>}
    </>
  )
}

/** Who has the model and cannot be asked for it, with the way to where a credential is added. */
function Silent({ providers }: { providers: Answer['without_credential'] }) {
  const t = useTexts('routing')
  if (providers.length === 0) return null
  return (
    <p className="row wrap rt-head text-cell">
      <span className="warn">! {t('simulation.silent', { count: providers.length })}</span>
      {providers.map(({ id, name }) => (
        <Link key={id} to="/admin/providers/$id" params={{ id }}>
          {name}
        </Link>
      ))}
    </p>
  )
}
