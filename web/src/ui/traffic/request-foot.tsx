import { Link } from '@tanstack/react-router'
import { Route } from 'lucide-react'
import { useState } from 'react'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { simulateLike } from '../../lib/traffic/simulate-like.ts'
import { buttonClass } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Icon } from '../icon.tsx'
import { CurlButton } from './curl-button.tsx'
import { FilterByRequest } from './filter-by-request.tsx'
import { ReplayButton } from './replay-button.tsx'

/** What can be done next about a request: look at its like, say it again, or tell somebody of it. */
export function RequestFoot({ request }: { request: RequestDetail }) {
  const t = useTexts('requests')
  const own = useScope() === 'user'
  const [why, setWhy] = useState('')
  return (
    <>
      <FilterByRequest request={request} />
      {own && request.model !== null && <ReplayButton request={request} model={request.model} onRefused={setWhy} />}
      {!own && (
        <Link to="/admin/models-providers" search={simulateLike(request)} className={buttonClass({})}>
          <Icon of={Route} small />
          {t('simulate')}
        </Link>
      )}
      {request.status !== 'running' && <CurlButton request={request} onRefused={setWhy} />}
      <CopyButton kind="plain" small={false} text={reportOn(request)}>
        {t('report')}
      </CopyButton>
      <output className="rd-why t2">{why}</output>
    </>
  )
}

/** Everything that explains a request to whoever helps, and nothing of who sent it. */
function reportOn({ ip: _ip, key: _key, user: _user, ...request }: RequestDetail): string {
  return JSON.stringify(request, null, 2)
}
