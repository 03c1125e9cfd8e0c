import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Gauge, UsersRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { AdminUser, UserColumn } from '../../../../src/contract/admin-users.ts'
import type { Sort } from '../../../../src/contract/common.ts'
import { adminListGroups } from '../../../../src/contract/groups.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { sum } from '../../lib/traffic/figures.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { ExportMenu, useExport } from '../../ui/export-menu.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BulkLimits } from '../../ui/limits/bulk-limits-lazy.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { useUserDeeds } from './use-user-deeds.ts'
import { useUserExport } from './use-user-export.ts'
import type { ShownUserColumns } from './user-columns.ts'

type Props = { users: readonly AdminUser[]; sort: Sort<UserColumn>; shown: ShownUserColumns; onClear: () => void }

/** What can be done with the accounts that are picked. */
export function BulkBar({ users, sort, shown, onClear }: Props) {
  const t = useTexts('users')
  const { usd } = useFormat()
  const own = useUser()?.id
  const { setStatus, disable, setLimits, setGroup } = useUserDeeds()
  const [limiting, setLimiting] = useState(false)
  const others = users.filter((user) => user.id !== own)
  const groups = useGroups((group) => void setGroup(users, group))
  const enable = () => void setStatus(users, 'active')
  const taken = useUserExport(shown)({ id: users.map((user) => user.id), sort }, users)
  const exporting = useExport(taken)
  const onlyOwn = others.length === 0
  return (
    <>
      <SelectionBar
        words={t('bulk.picked', { count: users.length })}
        remark={t('bulk.cost', { cost: usd(sum(users.map((user) => user.month.cost)), 2) })}
        clearLabel={t('bulk.clear')}
        onClear={onClear}
        folded={[
          { label: t('act.enable'), icon: CircleCheck, onSelect: enable },
          'rule',
          ...exporting.items,
          'rule',
          ...(groups.length > 0 ? [{ heading: t('bulk.group') }, ...groups] : []),
        ]}
      >
        <Button small onClick={() => setLimiting(true)}>
          <Icon of={Gauge} small />
          {t('bulk.limits')}
        </Button>
        <span className="row hide">
          {groups.length > 0 && <GroupMenu items={groups} />}
          <Button small onClick={enable}>
            {t('act.enable')}
          </Button>
        </span>
        <Button
          small
          kind="danger"
          disabled={onlyOwn}
          title={onlyOwn ? t('own') : undefined}
          onClick={() => void disable(others.filter((user) => user.status === 'active'))}
        >
          {t('act.disable')}
        </Button>
        <ExportMenu small className="hide" {...taken} />
      </SelectionBar>
      <Suspense fallback={null}>
        {limiting && (
          <BulkLimits
            items={users}
            otherwise={t('failed.retry')}
            onApply={(limits) => setLimits(users, limits)}
            onClose={() => setLimiting(false)}
          />
        )}
      </Suspense>
    </>
  )
}

/** The groups that accounts can be moved to; none where there is none. */
function useGroups(onPick: (group: { id: string; name: string } | null) => void): MenuItem[] {
  const t = useTexts('users')
  const groups = useQuery(ask(adminListGroups)).data?.items ?? []
  if (groups.length === 0) return []
  return [
    ...groups.map((group) => ({ label: group.name, onSelect: () => onPick(group) })),
    'rule',
    { label: t('group.none'), onSelect: () => onPick(null) },
  ]
}

function GroupMenu({ items }: { items: readonly MenuItem[] }) {
  const t = useTexts('users')
  return (
    <Menu
      label={t('bulk.group')}
      items={items}
      trigger={(props) => (
        <Button small {...props}>
          <Icon of={UsersRound} small />
          {t('bulk.group')}
        </Button>
      )}
    />
  )
}
