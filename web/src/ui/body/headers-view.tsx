import { useTexts } from '../../i18n/use-texts.ts'
import { CopyButton } from '../copy-button.tsx'
import './body.css'

type Props = {
  name: string
  headers: Readonly<Record<string, string>>
  /** What is told beside them: where it went, what others call it. */
  beside: readonly (readonly [label: string, value: string])[]
}

/** The headers of one side of a request that were kept. */
export function HeadersView({ name, headers, beside }: Props) {
  const t = useTexts('requests')
  const lines = Object.entries(headers)
  if (lines.length === 0 && beside.length === 0) return <p className="t3">{t('content.noHeaders')}</p>
  return (
    <div className="code">
      <div className="ch">
        <span className="el">{t('content.onlySafe')}</span>
        <span className="sp" />
        <CopyButton text={lines.map(([header, value]) => `${header}: ${value}`).join('\n')} what={name} />
      </div>
      <dl className="bt-hd">
        {[...beside, ...lines].map(([label, value]) => (
          <div key={label}>
            <dt className="t3">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
