import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AnswerOf } from '../../../../../src/contract/endpoint.ts'
import { adminListProviders } from '../../../../../src/contract/providers.ts'
import { adminImportBill, adminReconcile } from '../../../../../src/contract/reconciliation.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { call } from '../../../lib/call.ts'
import { whyOf } from '../../../lib/form-faults.ts'
import { ask, askAgain } from '../../../lib/query.ts'
import { toast } from '../../../lib/toast.ts'
import { useDeed } from '../../../lib/use-act.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { useUnsaved } from '../../../lib/use-unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { CsvSource } from '../../../ui/csv-source.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Field } from '../../../ui/field.tsx'
import { Note } from '../../../ui/note.tsx'
import { Select } from '../../../ui/select.tsx'

const SAMPLE = { name: 'yumen-bill-sample.csv', csv: 'date,model,amount\n2026-11-01,gpt-5.5,12.34\n' }

type Answer = AnswerOf<typeof adminImportBill>
type Props = {
  /** Whose bill it is; null while that is to be chosen. */
  provider: string | null
  onClose: () => void
}

/** Takes in what a provider billed: first read, with what stands against each line, then kept. */
export function BillDrawer({ provider, onClose }: Props) {
  const t = useTexts('analysis')
  const providers = useQuery(ask(adminListProviders))
  const [chosen, setChosen] = useState(provider)
  const [csv, setCsv] = useState('')
  const [answer, setAnswer] = useState<Answer | null>(null)
  const { busy, failure, act, tell } = useDeed((error) => whyOf(error, t('retry')))
  const { leave, done } = useUnsaved(csv !== '', onClose)
  // Which bill an answer is about: it may have been changed while it was under way.
  const edition = useRef(0)
  const name = providers.data?.items.find(({ id }) => id === chosen)?.name ?? ''
  const again = (change: () => void) => {
    edition.current += 1
    change()
    setAnswer(null)
    tell(null)
  }
  const send = (id: string, dryRun: boolean) =>
    act(async () => {
      const sent = edition.current
      const read = await call(adminImportBill, { params: { id }, body: { csv, dry_run: dryRun } })
      if (edition.current === sent) setAnswer(read)
      if (!read.applied) return
      toast.success(t('bill.done', { name }))
      await askAgain(adminReconcile)
      if (edition.current === sent) done()
    })
  const ready = answer !== null && answer.problems.length === 0
  return (
    <Drawer
      open
      onClose={leave}
      title={t('reconcile.import')}
      footer={
        <>
          <span className="sp hide" />
          <Button onClick={leave}>{t('bill.cancel')}</Button>
          <Button
            kind="primary"
            busy={busy}
            disabled={chosen === null || csv.trim() === ''}
            onClick={() => chosen !== null && void send(chosen, !ready)}
          >
            {t(ready ? 'bill.take' : 'bill.try')}
          </Button>
        </>
      }
    >
      <FailureNote text={failure} />
      <Field label={t('bill.provider')} required>
        {(wiring) => (
          <Select
            wiring={wiring}
            value={chosen}
            placeholder={providers.data?.items.length === 0 ? t('bill.none') : ''}
            options={(providers.data?.items ?? []).map((one) => ({ value: one.id, label: one.name }))}
            onChange={(next) => again(() => setChosen(next))}
          />
        )}
      </Field>
      <CsvSource
        words={{ file: t('bill.file'), sample: t('bill.sample'), text: t('bill.text'), hint: t('bill.hint') }}
        sample={SAMPLE}
        rows={10}
        csv={csv}
        onChange={(text) => again(() => setCsv(text))}
      />
      {answer !== null && <Read answer={answer} />}
    </Drawer>
  )
}

/** More faults than these tell nothing new. */
const MOST_PROBLEMS = 20

function Read({ answer }: { answer: Answer }) {
  const t = useTexts('analysis')
  const format = useFormat()
  return (
    <section className="grid gap-3" role="status">
      {answer.problems.length > 0 && (
        <ul className="err grid gap-1">
          {answer.problems.slice(0, MOST_PROBLEMS).map(({ line, problem }) => (
            <li key={line}>{t('bill.problem', { line, problem })}</li>
          ))}
        </ul>
      )}
      {answer.problems.length === 0 && answer.first !== null && answer.last !== null && (
        <>
          <p>
            {t('bill.found', {
              count: answer.lines,
              n: format.exact(answer.lines),
              total: format.usdExact(answer.total),
              first: answer.first,
              last: answer.last,
            })}
          </p>
          <p className="t3">{t('bill.replaces')}</p>
        </>
      )}
      {answer.unknown_models.length > 0 && (
        <Note tone="warn">
          <span>{t('bill.unknown', { names: answer.unknown_models.join(', ') })}</span>
        </Note>
      )}
    </section>
  )
}
