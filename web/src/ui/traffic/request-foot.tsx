import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { tryWith } from '../../lib/playground/link.ts'
import { useScope } from '../../lib/scope.ts'
import { buttonClass } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Icon } from '../icon.tsx'
import { FilterByRequest } from './filter-by-request.tsx'

/** What can be done next about a request: look at its like, try its model again, or tell somebody of it. */
export function RequestFoot({ request }: { request: RequestDetail }) {
  const t = useTexts('requests')
  const own = useScope() === 'user'
  return (
    <>
      <FilterByRequest request={request} />
      {own && request.model !== null && (
        <Link
          to="/dashboard/api-keys"
          search={tryWith({ model: request.model, key: request.key.id }) as never}
          className={buttonClass({})}
        >
          <Icon of={Play} small />
          {t('again')}
        </Link>
      )}
      <CopyButton kind="plain" small={false} text={reportOn(request)}>
        {t('report')}
      </CopyButton>
    </>
  )
}

/** Everything that explains a request to whoever helps, and nothing of who sent it. */
function reportOn({ ip: _ip, key: _key, user: _user, ...request }: RequestDetail): string {
  return JSON.stringify(request, null, 2)
}
