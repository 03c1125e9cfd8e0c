import { useTexts } from '../../i18n/use-texts.ts'
import { isElement, pathText, type FieldPath } from '../../lib/field-path.ts'
import { Table } from '../table.tsx'
import './field-table.css'
import { useChanges } from './use-changes.ts'

/** What changed, field by field. */
export function FieldTable({ before, after }: { before: unknown; after: unknown }) {
  const t = useTexts('audit')
  const { changed, same, names, words } = useChanges(before, after)
  // What was made has no past, and its values want the room.
  const hadBefore = changed.some(({ before: was }) => was !== undefined)
  if (changed.length === 0) return <p className="t3">{t('diff.none')}</p>
  return (
    <>
      <p className="t3">{t('diff.count', { count: changed.length, same })}</p>
      <Table label={t('diff.title')} className="au-diff">
        <thead>
          <tr>
            <th scope="col">{t('diff.field')}</th>
            {hadBefore && <th scope="col">{t('diff.before')}</th>}
            <th scope="col">{t('diff.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changed.map(({ path, before: was, after: is }) => (
            <tr key={pathText(path)}>
              <th scope="row">
                <Name path={path} words={names(path)} />
              </th>
              {hadBefore && <td>{was !== undefined && <Side className="was" told={words(path, was)} raw={was} />}</td>}
              <td>
                {is !== undefined && <Side className="is" told={words(path, is)} raw={is} />}
                {is === undefined && isElement(path) && <span className="t3">{t('diff.gone')}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}

/** A value in words, and as it was written on hover. */
function Side({ className, told, raw }: { className: 'was' | 'is'; told: string; raw: unknown }) {
  return (
    <span className={className} title={typeof raw === 'string' && raw !== told ? raw : undefined}>
      {told}
    </span>
  )
}

type NameProps = { path: FieldPath; words: string | null }

/** A field in words with its own name under it, which is what the API and the JSON call it; its own name alone where it has no words. */
function Name({ path, words }: NameProps) {
  const own = pathText(path)
    .split(/(?<=[._])/)
    .flatMap((part, at) => [<wbr key={`${at}`} />, part])
  if (words === null) return <span className="m">{own}</span>
  return (
    <>
      <div>{words}</div>
      <div className="m t3">{own}</div>
    </>
  )
}
