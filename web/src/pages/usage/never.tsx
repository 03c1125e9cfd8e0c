import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartColumn } from 'lucide-react'
import { listModels } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { SNIPPETS } from '../../lib/snippets.ts'
import { canCall } from '../../lib/tutorial/clients.ts'
import { pickModel } from '../../lib/tutorial/pick-model.ts'
import { useOrigin } from '../../lib/use-origin.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { Empty } from '../../ui/empty.tsx'

/** How to send the first request, where none was ever sent; apart from the page, which hardly anybody sees so. */
export function Never() {
  const t = useTexts('usage')
  const origin = useOrigin()
  const models = useQuery(ask(listModels))
  const curl = SNIPPETS.find((snippet) => snippet.id === 'curl')
  const callable = (models.data?.items ?? []).filter(
    ({ kind, protocols }) => kind === 'chat' && curl !== undefined && canCall(curl, protocols),
  )
  const model = pickModel(
    callable.map(({ id }) => id),
    [],
    curl,
  )
  return (
    <Empty
      icon={ChartColumn}
      title={t('nothing.never')}
      text={t('nothing.soon')}
      actions={
        <Link to="/dashboard/api-keys" className={buttonClass({ kind: 'primary' })}>
          {t('nothing.createKey')}
        </Link>
      }
    >
      {curl && (
        <Code
          language={curl.language}
          title={curl.client}
          code={curl.write({ origin, key: 'sk-ym-…', model: model ?? 'MODEL', hello: t('nothing.hello') })}
        />
      )}
    </Empty>
  )
}
