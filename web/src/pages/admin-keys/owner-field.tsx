import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { adminGetUser, adminListUsers } from '../../../../src/contract/admin-users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'

const OFFERED = 6

type Props = { value: string | null; onChange: (id: string | null) => void; fault: boolean }

/** Whose key it will be. */
export function OwnerField({ value, onChange, fault }: Props) {
  const t = useTexts('allkeys')
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const found = useQuery({
    ...ask(adminListUsers, { query: { limit: OFFERED, status: 'active', ...(q !== '' && { q }) } }),
    enabled: value === null,
  })
  return (
    <Field label={t('col.owner')} beside required error={fault && value === null ? t('owner.missing') : undefined}>
      {(wiring) =>
        value === null ? (
          <>
            <span className={`in ${fault ? 'bad' : ''}`}>
              <input
                {...wiring}
                value={text}
                placeholder={t('owner.search')}
                autoComplete="off"
                onChange={(event) => setText(event.target.value)}
              />
            </span>
            <span className="row wrap gap4">
              {found.data?.items.map((user) => (
                <button
                  key={user.id}
                  type="button"
                  className="chip dash"
                  title={user.email}
                  onClick={() => onChange(user.id)}
                >
                  {user.name}
                </button>
              ))}
              {found.data?.items.length === 0 && <span className="t3">{t('owner.none')}</span>}
            </span>
            {found.isError && <ErrorLine error={found.error} onRetry={() => void found.refetch()} />}
          </>
        ) : (
          <Chosen id={value} onRemove={() => onChange(null)} />
        )
      }
    </Field>
  )
}

function Chosen({ id, onRemove }: { id: string; onRemove: () => void }) {
  const t = useTexts('allkeys')
  const { data } = useQuery({ ...ask(adminGetUser, { params: { id } }), placeholderData: () => undefined })
  return (
    <span className="row min-h-8">
      <b>{data?.name ?? '…'}</b>
      <span className="t2 el">{data?.email}</span>
      <Button kind="ghost" small icon aria-label={t('owner.other')} onClick={onRemove}>
        <Icon of={X} small />
      </Button>
    </span>
  )
}
