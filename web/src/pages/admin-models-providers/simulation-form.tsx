import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { PROTOCOL_NAMES } from '../../lib/offers/protocol-names.ts'
import { askRequest } from '../../lib/traffic/ask.ts'
import { useFormat } from '../../lib/use-format.ts'
import { usePausedText } from '../../lib/use-paused-text.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PersonField } from '../../ui/person-field.tsx'
import { Select } from '../../ui/select.tsx'
import { PROTOCOLS, type useSimulation } from './use-simulation.ts'

const ANY = 'any'

/** Who asks for what, and how; or the request that it is to be like. */
export function SimulationForm({
  chosen,
  keys,
  models,
  answer,
  like,
  filling,
  ...set
}: ReturnType<typeof useSimulation>) {
  const t = useTexts('routing')
  return (
    <div className="rt-form">
      <div className="rt-asker">
        <Asker user={chosen.user} like={like} onChoose={set.setUser} />
      </div>
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
      <div className="rt-acts">
        <Button
          kind="primary"
          busy={answer.isFetching}
          disabled={chosen.model === null}
          onClick={() => void answer.refetch()}
        >
          <Icon of={Play} small />
          {t('simulation.run')}
        </Button>
        <Button kind="ghost" busy={filling.busy} onClick={() => void filling.fill()}>
          {t('like.fill')}
        </Button>
        {like !== null && <Like id={like} />}
      </div>
    </div>
  )
}

type WrittenProps = { label: string; value: string; onChange: (text: string) => void; numeric?: boolean }

function Written({ label, value, onChange, numeric = false }: WrittenProps) {
  const [text, setText] = usePausedText(value, onChange)
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

type AskerProps = { user: string; like: string | null; onChoose: (id: string) => void }

function Asker({ user, like, onChoose }: AskerProps) {
  const t = useTexts('routing')
  // Once a request is filled in, whoever was to be chosen before it is not any more.
  const [choosing, setChoosing] = useState<Pick<AskerProps, 'like'> | null>(null)
  const isOpen = user === '' || choosing?.like === like
  return (
    <PersonField
      label={t('simulation.user')}
      disabledToo
      value={isOpen ? null : user}
      onChange={(id) => {
        setChoosing(id === null ? { like } : null)
        if (id !== null) onChoose(id)
      }}
    />
  )
}

/** Which request it is filled from, and the way back to it. */
function Like({ id }: { id: string }) {
  const t = useTexts('routing')
  const format = useFormat()
  // Another request's time must not stand beside this one.
  const { data } = useQuery({ ...askRequest('admin', id), placeholderData: () => undefined })
  return (
    <span className="rt-like">
      {t('like.from')}{' '}
      <Link to="/admin/usage" search={{ tab: 'requests', req: id }} className="m" title={id}>
        {id}
      </Link>
      {data && ` · ${format.when(data.at)}`} · {t('like.conversation')}
    </span>
  )
}
