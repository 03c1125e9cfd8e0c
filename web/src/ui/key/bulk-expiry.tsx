import { useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTexts } from '../../i18n/use-texts.ts'
import { emptyForm, endOf, type KeyForm } from '../../lib/key/key-form.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { useMinute } from '../../lib/now.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Button } from '../button.tsx'
import { Drawer } from '../drawer.tsx'
import { FailureNote } from '../failure-note.tsx'
import { Table } from '../table.tsx'
import { ExpiryField } from './expiry-field.tsx'

type Ending = { id: string; name: string; expires_at: string | null }

type Props = {
  items: readonly Ending[]
  zone: string
  /** False when the reader declined; throws why it failed. */
  onApply: (expiresAt: string | null) => Promise<boolean>
  onClose: () => void
}

/** Gives many keys the same end, and shows before what that changes for each. */
export function BulkExpiry({ items, zone, onApply, onClose }: Props) {
  const t = useTexts('keys')
  const limits = useTexts('limits')
  const { day } = useFormat()
  const now = useMinute()
  const form = useForm<KeyForm>({ defaultValues: { ...emptyForm, name: '-' } })
  const { isDirty, isSubmitting } = form.formState
  const { leave, done } = useUnsaved(isDirty, onClose)
  const [failure, setFailure] = useState<string | null>(null)
  const [expiry, date] = useWatch({ control: form.control, name: ['expiry', 'expires_at'] })
  const end = endOf({ expiry, expires_at: date }, { now, zone })
  const after = end === undefined || end === null ? null : new Date(end).toISOString()
  const told = (at: string | null) => (at === null ? t('expiry.never') : day(at))
  const submit = form.handleSubmit(async () => {
    setFailure(null)
    try {
      if (await onApply(after)) done()
    } catch (error) {
      setFailure(whyOf(error, t('failed.retry')))
    }
  })
  return (
    <Drawer
      open
      width="slim"
      onClose={leave}
      title={t('bulk.expiry')}
      footer={
        <>
          <span className="sp" />
          <Button onClick={leave}>{t('form.cancel')}</Button>
          <Button kind="primary" busy={isSubmitting} onClick={() => void submit()}>
            {t('bulk.apply')}
          </Button>
        </>
      }
    >
      <FailureNote text={failure} />
      <FormProvider {...form}>
        <ExpiryField zone={zone} />
      </FormProvider>
      <Table label={t('bulk.expiry')}>
        <thead>
          <tr>
            <th scope="col">{t('col.name')}</th>
            <th scope="col">{limits('bulk.before')}</th>
            <th scope="col">{limits('bulk.after')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <td>{item.name}</td>
              <td className="t2 n">{told(item.expires_at)}</td>
              <td className="n">{end === undefined ? '…' : told(after)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Drawer>
  )
}
