import { useNavigate } from '@tanstack/react-router'
import { Eye, UsersRound } from 'lucide-react'
import type { GroupView } from '../../../../src/contract/groups.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { confirm } from '../../lib/confirm.ts'
import { choosing } from '../../lib/provider/audience.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useAllow, useGroups } from './use-audience.ts'

/** Whom the picked models are for: each group that chooses its models is given all of them, or none any more. */
export function AudienceBulk({ models }: { models: readonly string[] }) {
  const t = useTexts('offers')
  const navigate = useNavigate()
  const groups = choosing(useGroups() ?? [])
  const line = useLine(models)
  const manage: MenuItem = {
    label: t('audience.groups'),
    icon: UsersRound,
    onSelect: () => void navigate({ to: '/admin/users', search: { groups: '1' } }),
  }
  return (
    <Menu
      align="end"
      trigger={(trigger) => (
        <Button {...trigger} small aria-label={t('audience.title')} title={t('audience.title')}>
          <Icon of={Eye} small />
          <span className="hide">{t('audience.title')}</span>
        </Button>
      )}
      items={[
        { heading: t(groups.length === 0 ? 'audience.noChoosing' : 'audience.for') },
        ...groups.map(line),
        'rule',
        manage,
      ]}
    />
  )
}

function useLine(models: readonly string[]): (group: GroupView) => MenuItem {
  const t = useTexts('offers')
  const allow = useAllow()
  const toggle = async (group: GroupView, on: boolean) => {
    const question = {
      title: t('audience.takeTitle', { name: group.name }),
      message: t('audience.takeText', { name: group.name, count: models.length }),
      confirmText: t('audience.take'),
    }
    if (on || (await confirm({ ...question, variant: 'warning' }))) await allow(group, models, on)
  }
  return (group) => {
    const allowed = group.allow_models ?? []
    const has = models.filter((model) => allowed.includes(model)).length
    const all = has === models.length
    return {
      label: group.name,
      after: `${has} / ${models.length}`,
      checked: all,
      // A group that chooses has one model at least.
      disabled: all && has === allowed.length,
      onSelect: () => void toggle(group, !all),
    }
  }
}
