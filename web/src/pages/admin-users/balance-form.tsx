import { ScrollText } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { adminBookEntry, adminListEntries } from '../../../../src/contract/accounts.ts'
import type { AdminUser } from '../../../../src/contract/admin-users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError, isUnheard } from '../../lib/call-error.ts'
import { call, MAKING_MS } from '../../lib/call.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { askAgain } from '../../lib/query.ts'
import { randomName } from '../../lib/random-name.ts'
import { difference } from '../../lib/traffic/figures.ts'
import { toast } from '../../lib/toast.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { balanceAfter, KINDS_OF, REASON_MAX, signedAmount, type Direction, type Kind } from './balance-form.ts'
import { reloadUsers } from './use-user-deeds.ts'

const reload = () => Promise.all([reloadUsers(), askAgain(adminListEntries)])

type Form = { direction: Direction; kind: Kind; text: string; reason: string }

/** Books money into or out of an account, with the reason that its owner will read. */
export function BalanceForm({ user, onDone }: { user: AdminUser; onDone: () => void }) {
  const t = useTexts('users')
  const { usd } = useFormat()
  const [form, setForm] = useState<Form>({ direction: 'add', kind: 'topup', text: '', reason: '' })
  const { leave, done } = useUnsaved(form.text !== '' || form.reason !== '', onDone)
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  // One name for all attempts of this form: a repeated click books once.
  const [idempotencyKey, setIdempotencyKey] = useState(randomName)
  const amount = signedAmount(form.direction, form.text)
  const before = difference(user.credit, user.spent)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const reason = form.reason.trim()
    if (amount === null || reason === '') return
    setBusy(true)
    setFailure(null)
    try {
      const body = { amount, kind: form.kind, reason, idempotency_key: idempotencyKey }
      const { balance } = await call(adminBookEntry, { params: { id: user.id }, body, withinMs: MAKING_MS })
      toast.success(t('balance.booked', { name: user.name, balance: usd(balance, 2) }))
      await reload()
      done()
    } catch (error) {
      // What was booked under this name is shown below; whatever else is wished is another entry.
      if (error instanceof CallError && error.code === 'idempotency_reused') setIdempotencyKey(randomName())
      setFailure(whyOf(error, t(isUnheard(error) ? 'balance.unheard' : 'failed.retry')))
      void reload()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="grid gap-3.5 rounded-card border border-line bg-canvas p-4"
      onSubmit={(event) => void submit(event)}
    >
      <div className="row wrap">
        <b>{t('balance.change')}</b>
        <Segmented
          label={t('balance.direction')}
          options={(['add', 'deduct'] as const).map((value) => ({ value, label: t(`balance.${value}`) }))}
          value={form.direction}
          onChange={(direction) => setForm({ ...form, direction, kind: KINDS_OF[direction][0] })}
        />
        <span className="sp" />
        <span className="n" role="status">
          {usd(before, 2)} → <b>{usd(amount === null ? before : balanceAfter(before, amount), 2)}</b>
        </span>
      </div>
      <FailureNote text={failure} />
      <Fields form={form} onChange={(patch) => setForm({ ...form, ...patch })} tried={tried} />
      <div className="row wrap">
        <span className="t3 row gap4">
          <Icon of={ScrollText} small />
          {t('balance.logged')}
        </span>
        <span className="sp" />
        <Button onClick={leave}>{t('form.cancel')}</Button>
        <Button type="submit" kind="primary" busy={busy}>
          {t('balance.confirm')}
        </Button>
      </div>
    </form>
  )
}

type FieldsProps = { form: Form; onChange: (patch: Partial<Form>) => void; tried: boolean }

function Fields({ form, onChange, tried }: FieldsProps) {
  const t = useTexts('users')
  const { direction, kind, text, reason } = form
  return (
    <div className="grid gap-3 desk:grid-cols-[140px_140px_minmax(0,1fr)]">
      <TextField
        label={t('balance.amount')}
        value={text}
        inputMode="decimal"
        autoComplete="off"
        className="n"
        before={<span className="t3">$</span>}
        error={tried && signedAmount(direction, text) === null ? t('rule.amount') : undefined}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      <Field label={t('balance.kind')}>
        {(wiring) => (
          <Select
            wiring={wiring}
            options={KINDS_OF[direction].map((value) => ({ value, label: t(`entry.${value}`) }))}
            value={kind}
            onChange={(value) => onChange({ kind: value as Kind })}
          />
        )}
      </Field>
      <TextField
        label={t('balance.reason')}
        value={reason}
        maxLength={REASON_MAX}
        autoComplete="off"
        hint={t('balance.reason_hint')}
        error={tried && reason.trim() === '' ? t('rule.reason') : undefined}
        onChange={(event) => onChange({ reason: event.target.value })}
      />
    </div>
  )
}
