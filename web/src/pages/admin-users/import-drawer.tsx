import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { adminImportUsers } from '../../../../src/contract/admin-users.ts'
import type { AnswerOf } from '../../../../src/contract/endpoint.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError, isUnheard } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { withConsent } from '../../lib/consent.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { saveCsv } from '../../lib/save-file.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { useOnce } from '../../lib/use-once.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { CsvSource } from '../../ui/csv-source.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Table } from '../../ui/table.tsx'
import { reloadUsers } from './use-user-deeds.ts'

const SAMPLE = {
  name: 'yumen-users-sample.csv',
  csv: [
    'email,name,role,group,billing,note,limits,allow_models,deny_models,allow_providers,allow_ips',
    'ada@example.com,Ada,user,,unlimited,,cost.month=50; requests.minute=60,,,,',
    '',
  ].join('\n'),
}

/** As long as the making of all the accounts of the longest table may take. */
const IMPORT_MS = 5 * 60_000

type Answer = AnswerOf<typeof adminImportUsers>
type Result = Answer & { done: boolean }

/** Makes accounts of a table: first tried, with what stands against each line, then done. */
export function ImportDrawer({ onClose }: { onClose: () => void }) {
  const t = useTexts('users')
  const [csv, setCsv] = useState('')
  const [result, setResult] = useState<Result | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState<'trying' | 'making' | null>(null)
  const once = useOnce(onClose)
  const out = useUnsaved(csv.trim() !== '' && result?.done !== true, once.mayLeave)
  const attempt = useAttempt()
  const change = (text: string) => {
    setCsv(text)
    setResult(null)
    setFailure(null)
  }
  // Accounts that are being made have passwords nobody has seen yet.
  const leave = () => busy !== 'making' && out.leave()
  const send = async (dryRun: boolean) => {
    setBusy(dryRun ? 'trying' : 'making')
    setFailure(null)
    try {
      const answer = await withConsent((consent) => {
        const asked = { body: { csv, dry_run: dryRun, ...consent }, withinMs: IMPORT_MS }
        return dryRun
          ? call(adminImportUsers, asked)
          : attempt((name) => call(adminImportUsers, { ...asked, attempt: name }))
      })
      if (answer === undefined) return
      setResult({ ...answer, done: !dryRun })
      if (!dryRun && answer.created > 0) once.show()
      if (!dryRun) await reloadUsers()
    } catch (error) {
      const unheard = !dryRun && isUnheard(error)
      if (unheard) void reloadUsers()
      const otherwise = t(unheard ? 'failed.unheard_many' : 'failed.retry')
      setFailure((error instanceof CallError && error.fields['csv']) || whyOf(error, otherwise))
    } finally {
      setBusy(null)
    }
  }
  const good = result?.rows.filter(({ problem }) => problem === null).length ?? 0
  return (
    <Drawer
      open
      onClose={leave}
      title={t('act.import')}
      footer={
        <Foot
          result={result}
          good={good}
          busy={busy}
          ready={csv.trim() !== ''}
          once={once}
          onLeave={leave}
          onTry={() => void send(true)}
          onImport={() => void send(false)}
        />
      }
    >
      <FailureNote text={failure} />
      {busy === 'making' && <Note tone="info">{t('import.making', { count: good })}</Note>}
      {result?.done !== true && (
        <CsvSource
          words={{
            file: t('import.file'),
            sample: t('import.sample'),
            text: t('import.text'),
            hint: t('import.hint'),
          }}
          sample={SAMPLE}
          rows={8}
          csv={csv}
          onChange={change}
        />
      )}
      {result !== null && <Rows result={result} good={good} />}
    </Drawer>
  )
}

/** What stands against a line is not to be looked for among two hundred that are fine. */
const worstFirst = (rows: Result['rows']): Result['rows'] =>
  rows.toSorted((a, b) => Number(a.problem === null) - Number(b.problem === null))

function Rows({ result, good }: { result: Result; good: number }) {
  const t = useTexts('users')
  const bad = result.rows.length - good
  return (
    <section className="grid gap-3" role="status">
      {result.done ? (
        <Note tone="warn">
          <span>
            {t('import.done', { count: result.created })}
            {bad > 0 && ` ${t('import.left_out', { count: bad })}`}
          </span>
        </Note>
      ) : (
        <p>{t('import.tried', { good, bad })}</p>
      )}
      <Table label={t('act.import')}>
        <thead>
          <tr>
            <th scope="col">{t('import.line')}</th>
            <th scope="col">{t('field.email')}</th>
            <th scope="col">{t('field.name')}</th>
            <th scope="col">{t(result.done ? 'import.password' : 'import.result')}</th>
          </tr>
        </thead>
        <tbody>
          {worstFirst(result.rows).map((row) => (
            <tr key={row.line}>
              <td className="n t2">{row.line}</td>
              <td className="el max-w-56">{row.email}</td>
              <td className="el max-w-32">{row.name}</td>
              <td className="whitespace-normal!">
                {row.problem !== null ? (
                  <span className="err row gap4">
                    <Icon of={CircleX} small />
                    {row.problem.detail}
                  </span>
                ) : row.one_time_password === null ? (
                  <span className="ok row gap4">
                    <Icon of={CircleCheck} small />
                    {t('import.fine')}
                  </span>
                ) : (
                  <span className="m">{row.one_time_password}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

type FootProps = {
  result: Result | null
  good: number
  busy: 'trying' | 'making' | null
  ready: boolean
  once: ReturnType<typeof useOnce>
  onLeave: () => void
  onTry: () => void
  onImport: () => void
}

function Foot({ result, good, busy, ready, once, onLeave, onTry, onImport }: FootProps) {
  const t = useTexts('users')
  if (result?.done) {
    const told = result.rows.filter((row) => row.one_time_password !== null)
    const save = () => {
      saveCsv(
        'yumen-new-users.csv',
        ['email,password', ...told.map((row) => `${row.email},${row.one_time_password}`), ''].join('\r\n'),
      )
      once.onCopied()
    }
    return (
      <>
        {once.asked && <span className="warn">{t('import.not_saved')}</span>}
        <span className="sp hide" />
        {once.asked && <Button onClick={once.leave}>{t('once.leave')}</Button>}
        {told.length > 0 && (
          <Button kind={once.copied ? 'plain' : 'primary'} onClick={save}>
            {t('import.save')}
          </Button>
        )}
        {once.copied && (
          <Button kind="primary" onClick={once.leave}>
            {t('once.done')}
          </Button>
        )}
      </>
    )
  }
  return (
    <>
      <span className="sp hide" />
      <Button disabled={busy === 'making'} onClick={onLeave}>
        {t('form.cancel')}
      </Button>
      {result === null || good === 0 ? (
        <Button kind="primary" busy={busy !== null} disabled={!ready} onClick={onTry}>
          {t('import.try')}
        </Button>
      ) : (
        <Button kind="primary" busy={busy !== null} onClick={onImport}>
          {t('import.do', { count: good })}
        </Button>
      )}
    </>
  )
}
