import { useTexts } from '../../i18n/use-texts.ts'
import { Table } from '../../ui/table.tsx'
import { diffOf } from '../../lib/field-diff.ts'
import { useFieldWords } from './use-field-words.ts'

/** What changed, field by field. */
export function FieldTable({ before, after }: { before: unknown; after: unknown }) {
  const t = useTexts('audit')
  const words = useFieldWords()
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
              <th scope="row">
                <Name path={field.path} words={words(field.path)} />
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

type NameProps = { path: string; words: string | null }

/** A field in words with its own name under it, which is what the API and the JSON call it; its own name alone where it has no words. */
function Name({ path, words }: NameProps) {
  const own = path.split(/(?<=[._])/).flatMap((part, at) => [<wbr key={`${at}`} />, part])
  if (words === null) return <span className="m">{own}</span>
  return (
    <>
      <div>{words}</div>
      <div className="m t3">{own}</div>
    </>
  )
}
