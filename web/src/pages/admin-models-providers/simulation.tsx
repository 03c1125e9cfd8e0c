import { Play, Route, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '../../../../src/contract/endpoint.ts'
import type { adminSimulateRouting } from '../../../../src/contract/routing.ts'
import { DEFAULT_STRATEGY } from '../../../../src/core/routing.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { PROTOCOL_NAMES } from '../../lib/offers/protocol-names.ts'
import type { Settings } from '../../lib/settings/use-settings.ts'
import { useFilterText } from '../../lib/use-filter-text.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { PersonField } from '../../ui/person-field.tsx'
import { Select } from '../../ui/select.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { Fates } from './fates.tsx'
import { PROTOCOLS, useSimulation } from './use-simulation.ts'

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
      <Form {...simulation} />
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

const ANY = 'any'

function Form({ chosen, keys, models, answer, ...set }: ReturnType<typeof useSimulation>) {
  const t = useTexts('routing')
  return (
    <div className="rt-form">
      <Asker user={chosen.user} onChoose={set.setUser} />
      <Field label={t('simulation.key')}>
        {(wiring) => (
          <Select
            wiring={wiring}
            value={chosen.key ?? ANY}
            onChange={(id) => set.setKey(id === ANY ? null : id)}
            options={[
              { value: ANY, label: t('simulation.anyKey') },
              ...keys.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </Field>
      <Field label={t('simulation.model')}>
        {(wiring) => (
          <Select
            wiring={wiring}
            value={chosen.model}
            placeholder={t('simulation.pick')}
            onChange={set.setModel}
            options={models.map(({ id }) => ({ value: id, label: id }))}
          />
        )}
      </Field>
      <Field label={t('simulation.protocol')}>
        {(wiring) => (
          <Select
            wiring={wiring}
            value={chosen.protocol}
            onChange={set.setProtocol}
            options={PROTOCOLS.map((id) => ({ value: id, label: PROTOCOL_NAMES[id].name }))}
          />
        )}
      </Field>
      <Field label={t('simulation.needs')} group>
        {() => (
          <span className="row">
            <Chip on={chosen.stream} onClick={() => set.setStream(!chosen.stream)}>
              {t('simulation.stream')}
            </Chip>
          </span>
        )}
      </Field>
      <Written label={t('simulation.session')} value={chosen.session} onChange={set.setSession} />
      <Written label={t('simulation.tokens')} value={chosen.tokens} onChange={set.setTokens} numeric />
      <Button
        kind="primary"
        busy={answer.isFetching}
        disabled={chosen.model === null}
        onClick={() => void answer.refetch()}
      >
        <Icon of={Play} small />
        {t('simulation.run')}
      </Button>
    </div>
  )
}

type WrittenProps = { label: string; value: string; onChange: (text: string) => void; numeric?: boolean }

function Written({ label, value, onChange, numeric = false }: WrittenProps) {
  const [text, setText] = useFilterText(value, onChange)
  return (
    <Field label={label}>
      {(wiring) => (
        <span className={`in ${numeric ? 'n' : 'm'}`}>
          <input
            value={text}
            autoComplete="off"
            spellCheck={false}
            inputMode={numeric ? 'numeric' : 'text'}
            onChange={(event) => setText(event.target.value)}
            {...wiring}
          />
        </span>
      )}
    </Field>
  )
}

function Asker({ user, onChoose }: { user: string; onChoose: (id: string) => void }) {
  const t = useTexts('routing')
  const [choosing, setChoosing] = useState(false)
  return (
    <PersonField
      label={t('simulation.user')}
      disabledToo
      value={choosing || user === '' ? null : user}
      onChange={(id) => {
        setChoosing(id === null)
        if (id !== null) onChoose(id)
      }}
    />
  )
}

function Outcome({ data }: { data: Answer }) {
  const t = useTexts('routing')
  const format = useFormat()
  const kept = data.candidates.filter(({ position }) => position !== null)
  const skipped = data.candidates.filter(({ position }) => position === null)
  const [first, ...rest] = kept.map(
    ({ provider, credential }) => `${provider.name} · ${credential.name ?? credential.last4}`,
  )
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
              {rest.length > 0
                ? t('simulation.after', { names: rest.join(t('simulation.and')) })
                : t('simulation.only')}
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
        <Fates
          kept={kept}
          skipped={skipped}
          most={data.max_attempts ?? kept.length}
          strategy={data.strategy ?? DEFAULT_STRATEGY}
        />
      )}
      {data.candidates.length === 0 && !data.refusal && <p className="t3 rt-head">{t('simulation.none')}</p>}
    </>
  )
}
