import { useTexts } from '../../i18n/use-texts.ts'
import { Table } from '../../ui/table.tsx'
import { diffOf } from '../../lib/field-diff.ts'

/** What changed, field by field. */
export function FieldTable({ before, after }: { before: unknown; after: unknown }) {
  const t = useTexts('audit')
  const { changed, same } = diffOf(before, after)
  if (changed.length === 0) return <p className="t3">{t('diff.none')}</p>
  return (
    <>
      <p className="t3">{t('diff.count', { count: changed.length, same })}</p>
      <Table label={t('diff.title')} className="au-diff">
        <thead>
          <tr>
            <th scope="col">{t('diff.field')}</th>
            <th scope="col">{t('diff.before')}</th>
            <th scope="col">{t('diff.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changed.map((field) => (
            <tr key={field.path}>
              <th scope="row" className="m">
                {field.path.split(/(?<=[._])/).flatMap((part, at) => [<wbr key={`${at}`} />, part])}
              </th>
              <td>{field.before !== null && <span className="was">{field.before}</span>}</td>
              <td>{field.after !== null && <span className="is">{field.after}</span>}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}
