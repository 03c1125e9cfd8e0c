import { useState } from 'react'
import type { LimitInput, LimitView } from '../../../../src/contract/limits.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { sameJson } from '../../../../src/core/same-json.ts'
import { useDeed } from '../../lib/use-act.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { faultsOf, inputOf, rowsOf, type LimitRow } from '../../lib/limits/rows.ts'
import { Button } from '../button.tsx'
import { Drawer } from '../drawer.tsx'
import { FailureNote } from '../failure-note.tsx'
import { Table } from '../table.tsx'
import { LimitsField } from './limits-field.tsx'
import { useLimitWords } from './use-limit-words.ts'

/** Something whose limits are replaced. */
type Limited = { id: string; name: string; limits: readonly LimitView[] }

type Props = {
  items: readonly Limited[]
  /** False when the reader declined; throws why it failed. */
  onApply: (limits: LimitInput[]) => Promise<boolean>
  /** Why it failed when no sentence came with it. */
  otherwise: string
  onClose: () => void
}

/** Gives many the same limits, and shows before what that changes for each. */
export function BulkLimits({ items, onApply, otherwise, onClose }: Props) {
  const t = useTexts('limits')
  const words = useLimitWords()
  const [first] = useState<LimitRow[]>(() => (items.length === 1 ? rowsOf(items[0]?.limits ?? []) : []))
  const [rows, setRows] = useState(first)
  const { leave, done } = useUnsaved(!sameJson(rows, first), onClose)
  const [tried, setTried] = useState(false)
  const { busy, failure, act } = useDeed((error) => whyOf(error, otherwise))
  const faults = faultsOf(rows)
  const apply = async () => {
    setTried(true)
    if (faults.some((fault) => fault !== null)) return
    await act(async () => {
      if (await onApply(inputOf(rows))) done()
    })
  }
  return (
    <Drawer
      open
      width="slim"
      onClose={leave}
      title={t('bulk.title')}
      footer={
        <>
          <span className="t2 text-cell">{t('bulk.effect', { count: items.length })}</span>
          <span className="sp" />
          <Button onClick={leave}>{t('bulk.cancel')}</Button>
          <Button kind="primary" busy={busy} onClick={() => void apply()}>
            {t('bulk.apply')}
          </Button>
        </>
      }
    >
      <FailureNote text={failure} />
      <LimitsField rows={rows} onChange={setRows} faults={faults.map((fault) => words.fault(tried ? fault : null))} />
      <Preview items={items} rows={rows} />
    </Drawer>
  )
}

function Preview({ items, rows }: { items: readonly Limited[]; rows: readonly LimitRow[] }) {
  const t = useTexts('limits')
  const words = useLimitWords()
  const after = words.list(rows)
  return (
    <Table label={t('bulk.title')}>
      <thead>
        <tr>
          <th scope="col">{t('bulk.name')}</th>
          <th scope="col">{t('bulk.before')}</th>
          <th scope="col">{t('bulk.after')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => {
          const before = words.list(rowsOf(item.limits))
          return (
            <tr key={item.id}>
              <td className="el max-w-40">{item.name}</td>
              <td className="t2 whitespace-normal!">{before}</td>
              <td className="whitespace-normal!">
                {before === after ? <span className="t3">{t('bulk.same')}</span> : after}
              </td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
