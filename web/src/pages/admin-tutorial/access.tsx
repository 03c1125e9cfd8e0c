import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ClientUse } from '../../../../src/contract/client-use.ts'
import { TUTORIAL_CLIENTS } from '../../../../src/contract/settings-tutorial.ts'
import { getTutorial } from '../../../../src/contract/tutorial.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { CLIENTS } from '../../lib/tutorial/clients.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { Table } from '../../ui/table.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { RankBones } from '../../ui/traffic/bones.tsx'
import { useClientUse } from './use-client-use.ts'

/** Which clients people came with in the last 7 days, and whether the tutorial explains them. */
export function Access() {
  const t = useTexts('onboarding')
  const query = useClientUse()
  return (
    <Card flush className="relative" aria-label={t('access.title')}>
      <CardHead title={t('access.title')} remark={t('access.remark')} />
      <Block query={query} bones={<RankBones rows={6} />}>
        {({ items }) =>
          items.length === 0 ? <p className="t3 px-4 pb-4">{t('access.none')}</p> : <Rows items={items} />
        }
      </Block>
    </Card>
  )
}

function Rows({ items }: { items: readonly ClientUse[] }) {
  const t = useTexts('onboarding')
  const { count, percent } = useFormat()
  const shown = useQuery(ask(getTutorial)).data?.clients
  return (
    <Table label={t('access.title')} className="gives">
      <thead>
        <tr>
          <th scope="col">{t('access.client')}</th>
          <th scope="col" className="r">
            {t('access.users')}
          </th>
          <th scope="col" className="r">
            {t('access.requests')}
          </th>
          <th scope="col" className="r">
            {t('access.failed')}
          </th>
          <th scope="col" className="hide pl-8!">
            {t('access.guide')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ client, users, requests, failed }) => {
          const guide = TUTORIAL_CLIENTS.find((one) => CLIENTS[one].name === client)
          return (
            <tr key={client}>
              <td>
                <span className="row">
                  <MarkTile names={[guide ? CLIENTS[guide].mark : '', client]} size={16} bare />
                  <Link
                    to="/admin/usage"
                    search={{ client, range: '7d' }}
                    className="yields text-inherit"
                    title={client}
                  >
                    {client}
                  </Link>
                </span>
              </td>
              <td className="r">{count(users)}</td>
              <td className="r">{count(requests)}</td>
              <td className="r">{percent(requests === 0 ? null : failed / requests)}</td>
              <td className="t2 hide pl-8!">
                {guide ? shown && t(shown.includes(guide) ? 'access.shown' : 'access.hidden') : t('access.without')}
              </td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
