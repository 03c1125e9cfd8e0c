import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, ListFilter } from 'lucide-react'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { BASE_PATHS, useScope } from '../../lib/scope.ts'
import { useMask } from '../../lib/traffic/privacy.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { Menu } from '../menu.tsx'

/** Leads to the requests that have something in common with one. */
export function FilterByRequest({ request }: { request: RequestDetail }) {
  const t = useTexts('requests')
  const scope = useScope()
  const navigate = useNavigate()
  const mask = useMask()
  const code = request.status === 'cancelled' ? 'cancelled' : String(request.http_status)
  const choices = [
    { name: 'model', label: t('model'), value: request.model, words: request.model },
    { name: 'key', label: t('key'), value: request.key.id, words: mask(request.key.name) },
    { name: 'client', label: t('client'), value: request.client, words: request.client },
    { name: 'status', label: t('status'), value: code, words: code },
    // These are there for whoever may know them.
    { name: 'user', label: t('user'), value: request.user?.id, words: request.user && mask(request.user.name) },
    { name: 'provider', label: t('provider'), value: request.provider?.id, words: request.provider?.name },
  ].filter((choice) => Boolean(choice.value))
  return (
    <Menu
      side="top"
      trigger={(trigger) => (
        <Button {...trigger}>
          <Icon of={ListFilter} small />
          {t('filterBy')}
          <Icon of={ChevronDown} small />
        </Button>
      )}
      items={choices.map(({ name, label, value, words }) => ({
        label,
        after: <span className="t3">{words}</span>,
        onSelect: () => void navigate({ to: `${BASE_PATHS[scope]}/usage`, search: { tab: 'requests', [name]: value } }),
      }))}
    />
  )
}
