import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listModels } from '../../../../src/contract/catalogue.ts'
import type { Me } from '../../../../src/contract/users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { Popover } from '../popover.tsx'

/** What the signed-in user may use: models, providers where they are told of them, and from which addresses. */
export function AccessRows({ user }: { user: Me }) {
  const t = useTexts('limits')
  const { allow_models: models, allow_providers: providers, allow_ips: ips } = user
  const offered = useQuery(ask(listModels)).data?.items
  const all = (count: number | undefined) => (count === undefined ? t('access.all') : t('access.all_of', { count }))
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('access.models'), models === null ? all(offered?.length) : <Listed label={t('access.models')} names={models} />],
    ...(providers === undefined
      ? []
      : [
          [
            t('access.providers'),
            providers === null ? (
              all(offered && new Set(offered.flatMap((model) => model.providers.map(({ id }) => id))).size)
            ) : (
              <Listed label={t('access.providers')} names={providers} />
            ),
          ] as const,
        ]),
    [t('access.ips'), ips === null ? t('access.any') : <span className="m">{ips.join(t('access.comma'))}</span>],
  ]
  return (
    <dl className="grid gap-2 border-t border-line pt-4 text-cell">
      {rows.map(([label, value]) => (
        <div key={label} className="row items-start!">
          <dt className="t2 nw">{label}</dt>
          <dd className="sp m-0 text-right wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How many there are: a press shows which. */
function Listed({ label, names }: { label: string; names: readonly string[] }) {
  const t = useTexts('limits')
  if (names.length === 0) return t('access.nothing')
  return (
    <Popover
      label={label}
      trigger={(props) => (
        <button type="button" {...props} className="link">
          {t('access.some', { count: names.length })}
        </button>
      )}
    >
      <ul className="col gap4 text-cell">
        {names.map((name) => (
          <li key={name} className="el">
            {name}
          </li>
        ))}
      </ul>
    </Popover>
  )
}
