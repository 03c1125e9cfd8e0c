import {
  Ban,
  CircleCheck,
  Ellipsis,
  Eye,
  KeyRound,
  LockKeyhole,
  Pencil,
  ShieldOff,
  Trash2,
  UserRound,
} from 'lucide-react'
import type { AdminUser } from '../../../../src/contract/admin-users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'

/** What may be done with an account from the list and the drawer. */
export type UserActs = {
  open: (user: AdminUser) => void
  edit: (user: AdminUser) => void
  /** Shows the console as the user sees it. */
  view: (user: AdminUser) => void
  reset: (user: AdminUser) => void
  /** Turns the second factor of somebody off who has lost it. */
  resetSecondFactor: (user: AdminUser) => void
  removePasskeys: (user: AdminUser) => void
  toggle: (user: AdminUser) => void
  remove: (user: AdminUser) => void
}

/** What can be done with one account; on the own one some of it is refused, and says why. */
export function UserMenu({ user, acts }: { user: AdminUser; acts: UserActs }) {
  const t = useTexts('users')
  const own = useUser()?.id === user.id
  const off = user.status === 'disabled'
  // Alone it would be drawn as the quieter of two lines.
  const line = (label: string) =>
    own ? (
      <span className="two">
        <span>{label}</span>
        <span>{t('own')}</span>
      </span>
    ) : (
      label
    )
  return (
    <Menu
      align="end"
      items={[
        { label: t('act.open'), icon: UserRound, onSelect: () => acts.open(user) },
        { label: t('act.edit'), icon: Pencil, onSelect: () => acts.edit(user) },
        { label: t('act.view'), icon: Eye, disabled: user.role === 'admin', onSelect: () => acts.view(user) },
        'rule',
        { label: line(t('act.reset')), icon: KeyRound, disabled: own, onSelect: () => acts.reset(user) },
        ...(user.second_factor
          ? [
              {
                label: line(t('act.reset_second_factor')),
                icon: ShieldOff,
                disabled: own,
                onSelect: () => acts.resetSecondFactor(user),
              },
            ]
          : []),
        ...(user.passkeys > 0
          ? [
              {
                label: line(t('act.remove_passkeys')),
                icon: LockKeyhole,
                disabled: own,
                onSelect: () => acts.removePasskeys(user),
              },
            ]
          : []),
        {
          label: line(t(off ? 'act.enable' : 'act.disable_ask')),
          icon: off ? CircleCheck : Ban,
          disabled: own,
          onSelect: () => acts.toggle(user),
        },
        'rule',
        { label: line(t('act.delete')), icon: Trash2, danger: true, disabled: own, onSelect: () => acts.remove(user) },
      ]}
      trigger={(props) => (
        <Button kind="ghost" small icon {...props} aria-label={t('act.more', { name: user.name })}>
          <Icon of={Ellipsis} small />
        </Button>
      )}
    />
  )
}
