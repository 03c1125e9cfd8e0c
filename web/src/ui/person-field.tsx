import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { adminGetUser, adminListUsers } from '../../../src/contract/admin-users.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { ask } from '../lib/query.ts'
import { Button } from './button.tsx'
import { ErrorLine } from './error-state.tsx'
import { Field } from './field.tsx'
import { Icon } from './icon.tsx'

const OFFERED = 6

type Props = {
  label: string
  value: string | null
  onChange: (id: string | null) => void
  /** Label at the left of the control on wide screens. */
  beside?: boolean
  required?: boolean
  error?: string | undefined
  /** Whether those who may not come in can be chosen too. */
  disabledToo?: boolean
}

/** One account out of however many there are, found by name or e-mail. */
export function PersonField({ value, onChange, error, disabledToo = false, ...field }: Props) {
  const t = useTexts('ui')
  const [text, setText] = useState('')
  // What was pressed is gone then: the focus goes on to what stands in its place.
  const [pressed, setPressed] = useState(false)
  const choose = (id: string | null) => {
    setPressed(true)
    setText('')
    onChange(id)
  }
  const q = useDeferredValue(text.trim())
  const among = disabledToo ? {} : { status: 'active' as const }
  const found = useQuery({
    ...ask(adminListUsers, { query: { limit: OFFERED, ...among, ...(q !== '' && { q }) } }),
    enabled: value === null,
  })
  return (
    <Field {...field} error={error}>
      {(wiring) =>
        value === null ? (
          <>
            <span className={`in ${error === undefined ? '' : 'bad'}`}>
              <input
                {...wiring}
                value={text}
                placeholder={t('person.search')}
                autoComplete="off"
                autoFocus={pressed}
                onChange={(event) => setText(event.target.value)}
              />
            </span>
            <span className="row wrap gap4">
              {found.data?.items.map((user) => (
                <button
                  key={user.id}
                  type="button"
                  className="chip dash max-w-56"
                  title={`${user.name} · ${user.email}`}
                  onClick={() => choose(user.id)}
                >
                  <span className="el">{user.name}</span>
                </button>
              ))}
              {found.data?.items.length === 0 && <span className="t3">{t('person.none')}</span>}
            </span>
            {found.isError && <ErrorLine error={found.error} onRetry={() => void found.refetch()} />}
          </>
        ) : (
          <Chosen id={value} focused={pressed} onRemove={() => choose(null)} />
        )
      }
    </Field>
  )
}

function Chosen({ id, focused, onRemove }: { id: string; focused: boolean; onRemove: () => void }) {
  const t = useTexts('ui')
  const { data, isError } = useQuery({ ...ask(adminGetUser, { params: { id } }), placeholderData: () => undefined })
  return (
    <span className="row min-h-8">
      <span className="grid min-w-0 desk:flex desk:gap-2" title={data && `${data.name} · ${data.email}`}>
        <b className="el">{data?.name ?? (isError ? id : '…')}</b>
        <span className="t2 el">{data?.email}</span>
      </span>
      <Button kind="ghost" small icon aria-label={t('person.other')} autoFocus={focused} onClick={onRemove}>
        <Icon of={X} small />
      </Button>
    </span>
  )
}
