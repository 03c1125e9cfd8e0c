import { Pin, Trash2 } from 'lucide-react'
import { adminDeleteAnnouncement, type AdminAnnouncement } from '../../../../../src/contract/announcements.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { inLanguage } from '../../../lib/announcements/words.ts'
import { call } from '../../../lib/call.ts'
import { confirm } from '../../../lib/confirm.ts'
import { whyOf } from '../../../lib/form-faults.ts'
import { NONE } from '../../../lib/format.ts'
import { useLocale } from '../../../lib/locale.ts'
import { toast } from '../../../lib/toast.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Button } from '../../button.tsx'
import { Dot } from '../../dot.tsx'
import { Icon } from '../../icon.tsx'
import { ByWidth } from '../../by-width.tsx'
import { Table } from '../../table.tsx'
import { KindChip } from '../kind-chip.tsx'
import { reloadDesk } from './editor.tsx'
import { stateOf, type DeskState } from './form.ts'

type Props = { rows: readonly AdminAnnouncement[]; onOpen: (id: string) => void }
type RowProps = { row: AdminAnnouncement; onOpen: (id: string) => void }

/** The announcements as a table, and as cards on a phone. */
export const List = (props: Props) => <ByWidth table={<Rows {...props} />} cards={<Cards {...props} />} />

function Rows({ rows, onOpen }: Props) {
  const t = useTexts('announcements')
  return (
    <Table label={t('desk.title')}>
      <thead>
        <tr>
          <th scope="col">{t('desk.col.title')}</th>
          <th scope="col">{t('desk.col.state')}</th>
          <th scope="col">{t('desk.col.audience')}</th>
          <th scope="col" className="r">
            {t('desk.col.reads')}
          </th>
          <th scope="col">{t('desk.col.updated')}</th>
          <th scope="col">
            <span className="vh">{t('desk.delete')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} onOpen={onOpen} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ row, onOpen }: RowProps) {
  const { audience, reads, updated } = useFacts(row)
  return (
    <tr>
      <td className="desk-title">
        <span className="row">
          <KindChip kind={row.kind} />
          <Title row={row} onOpen={onOpen} />
        </span>
      </td>
      <td>
        <State row={row} />
      </td>
      <td>{audience}</td>
      <td className="r">{reads}</td>
      <td className="n">{updated}</td>
      <td className="r">
        <Remove row={row} />
      </td>
    </tr>
  )
}

function Cards({ rows, onOpen }: Props) {
  const t = useTexts('announcements')
  return (
    <ul aria-label={t('desk.title')}>
      {rows.map((row) => (
        <Card key={row.id} row={row} onOpen={onOpen} />
      ))}
    </ul>
  )
}

function Card({ row, onOpen }: RowProps) {
  const t = useTexts('announcements')
  const facts = useFacts(row)
  return (
    <li className="rowcard">
      <div className="row">
        <KindChip kind={row.kind} />
        <span className="sp" />
        <State row={row} />
        <Remove row={row} />
      </div>
      <div className="row">
        <Title row={row} onOpen={onOpen} />
      </div>
      <dl className="flex justify-between gap-3">
        {(['audience', 'reads', 'updated'] as const).map((fact) => (
          <div key={fact} className="min-w-0">
            <dt className="t3 el">{t(`desk.col.${fact}`)}</dt>
            <dd className="n el m-0 text-cell">{facts[fact]}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

/** Who may see it, how many have read it, and when it was changed. */
function useFacts(row: AdminAnnouncement) {
  const t = useTexts('announcements')
  const format = useFormat()
  return {
    audience: row.groups === null ? t('desk.everybody') : t('desk.groups', { count: row.groups.length }),
    reads: row.shown_at === null ? NONE : format.count(row.reads),
    updated: format.when(row.updated_at),
  }
}

function Title({ row, onOpen }: RowProps) {
  const t = useTexts('announcements')
  const locale = useLocale()
  return (
    <>
      <button type="button" className="link el" onClick={() => onOpen(row.id)}>
        {inLanguage(row.title, locale)}
      </button>
      {row.pinned && <Icon of={Pin} small className="t3" label={t('pinned')} />}
    </>
  )
}

const TONES = { draft: 'none', waiting: 'info', shown: 'ok', over: 'none' } as const satisfies Record<DeskState, string>

function State({ row }: Pick<RowProps, 'row'>) {
  const t = useTexts('announcements')
  const state = stateOf(row, useFormat().voice.now)
  return (
    <span className="row gap4 nw">
      <Dot tone={TONES[state]} ring={state === 'draft'} />
      {t(`desk.state.${state}`)}
    </span>
  )
}

function Remove({ row: { id, title } }: Pick<RowProps, 'row'>) {
  const t = useTexts('announcements')
  const name = inLanguage(title, useLocale())
  const remove = async (): Promise<void> => {
    const sure = await confirm({
      variant: 'danger',
      title: t('desk.delete_ask', { title: name }),
      message: t('desk.delete_effect'),
      confirmText: t('desk.delete'),
      typeToConfirm: name,
    })
    if (!sure) return
    try {
      await call(adminDeleteAnnouncement, { params: { id } })
      toast.success(t('desk.deleted'))
    } catch (error) {
      toast.error(t('failed.mark'), whyOf(error, t('failed.retry')))
    }
    await reloadDesk()
  }
  return (
    <Button kind="ghost" small icon aria-label={`${t('desk.delete')} ${name}`} onClick={() => void remove()}>
      <Icon of={Trash2} small />
    </Button>
  )
}
