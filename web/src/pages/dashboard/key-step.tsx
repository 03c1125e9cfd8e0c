import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { createKey, listKeys, type ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { askAgain } from '../../lib/query.ts'
import { keepSecret } from '../../lib/secrets.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** Makes the first key here, with nothing to fill in but a name. */
export function KeyStep({ of }: { of: ApiKey | undefined }) {
  const t = useTexts('start')
  const format = useFormat()
  const [name, setName] = useState(() => t('keyName'))
  const attempt = useAttempt()
  const create = useMutation({
    mutationFn: () => attempt((one) => call(createKey, { body: { name: name.trim() }, attempt: one })),
    onSuccess: (made) => {
      keepSecret(made.id, made.secret)
      return askAgain(listKeys)
    },
  })
  if (of !== undefined) {
    return (
      <p className="t3 row wrap">
        <span className="t2">{of.name}</span>
        <span className="m">
          {of.prefix}…{of.last4}
        </span>
        <span title={format.whenExact(of.created_at)}>{format.relative(of.created_at)}</span>
        <Link to="/dashboard/api-keys">{t('seeKeys')}</Link>
      </p>
    )
  }
  return (
    <form
      className="start-key"
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate()
      }}
    >
      <TextField
        label={t('keyLabel')}
        value={name}
        maxLength={64}
        onChange={(event) => setName(event.target.value)}
        error={create.error ? (create.error.fields['name'] ?? (create.error.detail || t('keyFailed'))) : undefined}
      />
      <Button kind="primary" type="submit" busy={create.isPending} disabled={name.trim() === ''}>
        {t('createKey')}
      </Button>
    </form>
  )
}
