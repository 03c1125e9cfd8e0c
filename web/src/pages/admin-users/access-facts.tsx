import { useQuery } from '@tanstack/react-query'
import type { AdminUser } from '../../../../src/contract/admin-users.ts'
import { adminListProviders } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'

/** What an account may use, whatever its keys say. */
export function AccessFacts({ user }: { user: AdminUser }) {
  const t = useTexts('users')
  const { allow_models: models, deny_models: denied, allow_providers: providers, allow_ips: ips } = user
  const known = useQuery({ ...ask(adminListProviders), enabled: providers !== null }).data?.items
  const listed = (names: readonly string[]) => (names.length === 0 ? t('access.none') : names.join(t('comma')))
  const all = denied.length === 0 ? t('access.all') : t('access.all_except', { names: listed(denied) })
  // An id says something only where nobody has a name for it.
  const names = known ? providers?.map((id) => known.find((one) => one.id === id)?.name ?? id) : providers && ['…']
  const facts = [
    [t('access.models'), models === null ? all : listed(models)],
    [t('access.providers'), names ? listed(names) : t('access.all')],
    [t('access.ips'), ips === null ? t('access.any_address') : <span className="m">{listed(ips)}</span>],
  ] as const
  return (
    <dl className="kv border-t border-dashed border-line pt-4">
      {facts.flatMap(([label, value]) => [
        <dt key={label}>{label}</dt>,
        <dd key={`${label} value`} className="m-0 wrap-anywhere">
          {value}
        </dd>,
      ])}
    </dl>
  )
}
