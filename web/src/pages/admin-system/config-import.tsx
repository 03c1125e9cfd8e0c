import { useRef, useState } from 'react'
import {
  adminImportConfig,
  config as format,
  type ConfigInput,
  type ConfigRow,
} from '../../../../src/contract/backup.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { withConsent } from '../../lib/consent.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { queryClient } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Table } from '../../ui/table.tsx'

const CONFLICTS = ['error', 'skip', 'overwrite'] as const
type Conflict = (typeof CONFLICTS)[number]
type Trial = { name: string; config: ConfigInput; conflict: Conflict; rows: readonly ConfigRow[] }

/** Takes in an exported configuration: first what would become of each part, then the deed. */
export function ConfigImport() {
  const t = useTexts('config')
  const input = useRef<HTMLInputElement>(null)
  const [trial, setTrial] = useState<Trial | null>(null)
  const [busy, setBusy] = useState(false)
  const guarded = async (act: () => Promise<void>) => {
    setBusy(true)
    try {
      await act()
    } catch (error) {
      toast.error(t('import.failed'), partOf(error) ?? whyOf(error, t('retry')))
    } finally {
      setBusy(false)
    }
  }
  const open = async (file: File) => {
    const read = configIn(await file.text())
    if (typeof read === 'string') toast.error(t('import.failed'), t(`import.${read}`))
    else await look(file.name, read, 'error')
  }
  const send = (config: ConfigInput, conflict: Conflict, dryRun: boolean) =>
    withConsent((consent) =>
      call(adminImportConfig, { body: { config, on_conflict: conflict, dry_run: dryRun, ...consent } }),
    )
  const look = async (name: string, config: ConfigInput, conflict: Conflict) => {
    const seen = await send(config, conflict, true)
    if (seen !== undefined) setTrial({ name, config, conflict, rows: seen.rows })
  }
  const take = async ({ config, conflict, ...rest }: Trial) => {
    const done = await send(config, conflict, false)
    if (done === undefined) return
    setTrial(done.applied ? null : { ...rest, config, conflict, rows: done.rows })
    if (done.applied) {
      toast.success(t('import.done', { count: done.rows.length }))
      void queryClient.invalidateQueries()
    } else toast.error(t('import.failed'))
  }
  return (
    <Card flush>
      <CardHead title={t('import.title')} remark={trial?.name ?? t('import.remark')}>
        <Button busy={busy && trial === null} onClick={() => input.current?.click()}>
          {t('import.choose')}
        </Button>
      </CardHead>
      <input
        ref={input}
        type="file"
        className="hidden"
        accept="application/json,.json"
        aria-label={t('import.choose')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file) void guarded(() => open(file))
          // The same file may be chosen once more after it was mended.
          currentTarget.value = ''
        }}
      />
      {trial !== null && (
        <>
          <TrialBar
            trial={trial}
            busy={busy}
            onConflict={(conflict) => void guarded(() => look(trial.name, trial.config, conflict))}
            onDrop={() => setTrial(null)}
            onTake={() => void guarded(() => take(trial))}
          />
          <p className="t3 px-4 pb-3" role="status">
            <Outcome rows={trial.rows} />
          </p>
          <Rows rows={trial.rows} />
        </>
      )}
    </Card>
  )
}

/** The configuration a file holds, or why it holds none; the server looks at each part of it. */
function configIn(text: string): ConfigInput | 'unreadable' | 'foreign' {
  try {
    const read: unknown = JSON.parse(text)
    const named = typeof read === 'object' && read !== null && Reflect.get(read, 'format') === format.shape.format.value
    return named ? (read as ConfigInput) : 'foreign'
  } catch {
    return 'unreadable'
  }
}

/** Which part of the file the server stumbled over, and why. */
function partOf(error: unknown): string | undefined {
  const [part] = error instanceof CallError ? Object.entries(error.fields) : []
  return part && `${part[0].replace(/^config\./, '')} · ${part[1]}`
}

type BarProps = {
  trial: Trial
  busy: boolean
  onConflict: (conflict: Conflict) => void
  onDrop: () => void
  onTake: () => void
}

/** What is to become of what is here already, and the deed. */
function TrialBar({ trial, busy, onConflict, onDrop, onTake }: BarProps) {
  const t = useTexts('config')
  return (
    <div className="row wrap px-4 py-3">
      <span className="t2 text-cell">{t('import.conflict')}</span>
      <Segmented
        label={t('import.conflict')}
        value={trial.conflict}
        options={CONFLICTS.map((value) => ({ value, label: t(`import.on.${value}`) }))}
        onChange={onConflict}
      />
      <span className="sp" />
      <span className="row">
        <Button kind="ghost" onClick={onDrop}>
          {t('drop')}
        </Button>
        <Button
          kind="primary"
          busy={busy}
          disabled={trial.rows.length === 0 || trial.rows.some(({ action }) => action === 'error')}
          onClick={onTake}
        >
          {t('import.take')}
        </Button>
      </span>
    </div>
  )
}

const TONES = { create: 'ok', overwrite: 'warn', skip: 't3', error: 'err' } as const satisfies Record<
  ConfigRow['action'],
  string
>

const ACTS = ['create', 'overwrite', 'skip', 'error'] as const

/** How many parts meet which fate. */
function Outcome({ rows }: { rows: readonly ConfigRow[] }) {
  const t = useTexts('config')
  return ACTS.flatMap((act) => {
    const count = rows.filter(({ action }) => action === act).length
    return count === 0 ? [] : [`${t(`import.act.${act}`)} ${count}`]
  }).join(' · ')
}

function Rows({ rows }: { rows: readonly ConfigRow[] }) {
  const t = useTexts('config')
  return (
    <Table label={t('import.title')}>
      <thead>
        <tr>
          <th scope="col">{t('import.kind')}</th>
          <th scope="col">{t('import.name')}</th>
          <th scope="col">{t('import.fate')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ kind, name, action, problem }) => (
          <tr key={`${kind} ${name}`}>
            <td className="t2">{t(`import.of.${kind}`)}</td>
            <td className="m">{name}</td>
            <td className="whitespace-normal!">
              <span className={TONES[action]}>{t(`import.act.${action}`)}</span>
              {problem !== null && <span className="t3"> {problem.detail}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
