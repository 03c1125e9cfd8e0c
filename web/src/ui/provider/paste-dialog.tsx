import { CircleCheck, CircleX, Copy } from 'lucide-react'
import { useState } from 'react'
import { MAX_CREDENTIALS } from '../../../../src/contract/add-credentials.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { maskedSecret, pastedLines, toAdd, type PastedCredential, type PastedLine } from '../../lib/provider/pasted.ts'
import { CallError } from '../../lib/call-error.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { toast } from '../../lib/toast.ts'
import { useDeed } from '../../lib/use-act.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { FailureNote } from '../failure-note.tsx'
import { Icon } from '../icon.tsx'
import { TextArea } from '../text-area.tsx'

type Props = {
  /** What the credentials are called that are there. */
  taken: readonly string[]
  /** Whose secret each has, null for new ones; asked before anything is added. */
  holdersOf: (credentials: readonly PastedCredential[]) => Promise<readonly (string | null)[]>
  /** Adds them all or throws; answers how many that was, as others may have added one meanwhile. */
  onAdd: (credentials: readonly PastedCredential[]) => Promise<number>
  onClose: () => void
}

/** By its secret, the name of the credential that has it; null until somebody looked. */
type Holders = ReadonlyMap<string, string>

/** Many secrets pasted at once, one a line: what each line comes to is told, then all that are new are added together. */
export function PasteDialog({ taken, holdersOf, onAdd, onClose }: Props) {
  const t = useTexts('providers')
  const { text, change, lines, given, fresh, faults, room, ...it } = usePasted({ taken, holdersOf, onAdd, onClose })
  // How many are double is known once that was looked at, which as many as fit can be.
  const tooMany = fresh.length > (it.holders === null ? MAX_CREDENTIALS : room)
  const ready = faults === 0 && !tooMany && given.length > 0
  return (
    <Dialog
      open
      wide
      onClose={() => !it.busy && it.leave()}
      title={t('paste.title')}
      actions={
        <>
          <Button disabled={it.busy} onClick={it.leave}>
            {t('act.cancel')}
          </Button>
          {it.holders === null ? (
            <Button kind="primary" busy={it.busy} disabled={!ready} onClick={() => void it.check()}>
              {t('paste.check')}
            </Button>
          ) : (
            <Button kind="primary" busy={it.busy} disabled={!ready || fresh.length === 0} onClick={() => void it.add()}>
              {fresh.length === 0 ? t('paste.none') : t('paste.add', { count: fresh.length })}
            </Button>
          )}
        </>
      }
    >
      <div className="mt-3 grid gap-3">
        <FailureNote text={it.failure} />
        <TextArea
          label={t('paste.text')}
          hint={t('paste.hint')}
          error={tooMany ? t('paste.full', { most: MAX_CREDENTIALS, room }) : undefined}
          rows={6}
          autoFocus
          className="m"
          spellCheck={false}
          autoComplete="off"
          data-1p-ignore
          placeholder={t('paste.example')}
          value={text}
          disabled={it.busy}
          onChange={(event) => change(event.target.value)}
        />
        {lines.length > 0 && (
          <>
            <Summary fresh={fresh.length} doubles={lines.length - faults - fresh.length} faults={faults} />
            <Lines lines={lines} given={given} holders={it.holders} />
          </>
        )}
      </div>
    </Dialog>
  )
}

/** What is pasted, what is known of it, and the two things to be done with it. */
function usePasted({ taken, holdersOf, onAdd, onClose }: Props) {
  const t = useTexts('providers')
  const [text, setText] = useState('')
  const [holders, setHolders] = useState<Holders | null>(null)
  const { busy, failure, act, tell } = useDeed(
    (error) => (error instanceof CallError && error.fields['credentials']) || whyOf(error, t('act.noAnswer')),
  )
  const { leave, done } = useUnsaved(text.trim() !== '', onClose)
  const lines = pastedLines(text)
  const given = toAdd(lines, taken, (n) => t('connection.another', { n }))
  const fresh = given.filter(({ secret }) => !holders?.has(secret))
  const faults = lines.filter(({ fault }) => fault !== null).length
  const change = (next: string) => {
    setText(next)
    setHolders(null)
    tell(null)
  }
  const check = () =>
    act(async () => {
      const found = await holdersOf(given)
      setHolders(
        new Map(
          given.flatMap(({ secret }, at) => {
            const holder = found[at] ?? null
            return holder === null ? [] : [[secret, holder] as const]
          }),
        ),
      )
    })
  const add = () =>
    act(async () => {
      const added = await onAdd(fresh)
      toast.success(t('paste.done', { count: added }))
      done()
    })
  const found = { text, lines, given, fresh, faults, holders, room: MAX_CREDENTIALS - taken.length }
  return { ...found, failure, busy, change, check, add, leave }
}

function Summary({ fresh, doubles, faults }: { fresh: number; doubles: number; faults: number }) {
  const t = useTexts('providers')
  return (
    <p className="row wrap gap-x-4! gap-y-0! text-cell" role="status">
      <b>{t('paste.summary', { fresh })}</b>
      {doubles > 0 && <span className="t2">{t('paste.doubles', { count: doubles })}</span>}
      {faults > 0 && <span className="err">{t('paste.faults', { count: faults })}</span>}
    </p>
  )
}

type LinesProps = { lines: readonly PastedLine[]; given: readonly PastedCredential[]; holders: Holders | null }

/** What is to be mended is not to be looked for among a hundred that are fine. */
const worstFirst = (lines: readonly PastedLine[]) =>
  lines.toSorted((a, b) => Number(a.fault === null) - Number(b.fault === null))

function Lines({ lines, given, holders }: LinesProps) {
  const t = useTexts('providers')
  const names = new Map(given.map(({ secret, name }) => [secret, name]))
  return (
    <ul aria-label={t('paste.title')} className="max-h-72 overflow-auto rounded-card border border-line">
      {worstFirst(lines).map((line) => (
        <li
          key={line.line}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 border-t border-line px-3 py-2 text-cell first:border-0 desk:grid-cols-[64px_minmax(0,1fr)_100px_136px_minmax(0,1.5fr)]"
        >
          <span className="t3 n">{t('paste.line', { line: line.line })}</span>
          {line.fault === null && (
            <>
              <span className="el order-first desk:order-none">
                {(line.twin === null && names.get(line.secret)) || line.name}
              </span>
              <span className="m t2">{maskedSecret(line.secret)}</span>
              <span className="t2 n">{t('detail.order', { priority: line.priority, weight: line.weight })}</span>
            </>
          )}
          <span className={`order-last col-span-full ${line.fault === null ? 'desk:col-start-5' : 'desk:col-start-2'}`}>
            <Verdict line={line} holders={holders} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Verdict({ line, holders }: { line: PastedLine; holders: Holders | null }) {
  const t = useTexts('providers')
  if (line.fault !== null)
    return (
      <span className="err row gap4">
        <Icon of={CircleX} small />
        {t(`paste.fault.${line.fault}`)}
      </span>
    )
  const holder = holders?.get(line.secret)
  if (line.twin !== null || holder !== undefined)
    return (
      <span className="t2 row gap4">
        <Icon of={Copy} small />
        {line.twin === null ? t('paste.there', { name: holder ?? '' }) : t('paste.twin', { line: line.twin })}
      </span>
    )
  return (
    <span className="ok row gap4">
      <Icon of={CircleCheck} small />
      {t('paste.fresh')}
    </span>
  )
}
