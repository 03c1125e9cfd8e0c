import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { getTutorial } from '../../../../src/contract/tutorial.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { one, useSearchParams } from '../../lib/search-params.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { CheckCard } from './check-card.tsx'
import { ClientList, ERRORS } from './client-list.tsx'
import { CommonErrors } from './common-errors.tsx'
import { GuideView } from './guide-view.tsx'
import { GUIDES } from './guides.ts'
import { ParamBar } from './param-bar.tsx'
import { useGiven } from './use-given.ts'
import './page.css'

/** How to point clients here, with everything filled in, and whether it worked. The address holds the client, the key's id, the model and the system. */
export function Page() {
  const t = useTexts('tutorial')
  const [search, change] = useSearchParams()
  const wanted = one(search, 'client')
  const tutorial = useQuery(ask(getTutorial))
  const guides = GUIDES.filter(({ id }) => tutorial.data?.clients.includes(id) ?? true)
  const guide = guides.find(({ id }) => id === wanted) ?? guides[0]
  const given = useGiven(guide, tutorial.data?.models)
  const asked = [given.keys, given.models, tutorial]
  const failed = asked.find(({ error, data }) => error !== null && data === undefined)?.error
  const errorsOnly = wanted === ERRORS
  return (
    <>
      <PageHead palette title={t('title')}>
        <Link to="/dashboard/api-keys?new=1" className={buttonClass({ kind: 'primary' })}>
          <Icon of={Plus} small />
          {t('create')}
        </Link>
      </PageHead>
      {failed && (
        <Card className="tu-failed">
          <ErrorState error={failed} onRetry={() => void Promise.all(asked.map((query) => query.refetch()))} />
        </Card>
      )}
      {tutorial.data?.note ? (
        <Card className="tu-note" aria-label={t('note')}>
          <Markdown text={tutorial.data.note} />
        </Card>
      ) : null}
      <ParamBar given={given} />
      <div className="tu">
        <ClientList
          guides={guides}
          value={errorsOnly ? ERRORS : (guide?.id ?? '')}
          onChange={(id) => change({ client: id === guides[0]?.id ? null : id, model: null }, { push: true })}
        />
        {errorsOnly || guide === undefined ? <CommonErrors /> : <GuideView guide={guide} given={given} />}
        {given.key !== undefined && <CheckCard key={given.key.id} item={given.key} />}
      </div>
      {!errorsOnly && <CommonErrors />}
    </>
  )
}
