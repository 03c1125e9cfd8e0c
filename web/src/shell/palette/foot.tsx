import { useTexts } from '../../i18n/use-texts.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { MOD } from '../../lib/shortcut-table.ts'
import { Kbd } from '../../ui/kbd.tsx'

/** The keys of the palette, and the signs it understands. */
export function Foot() {
  const t = useTexts('palette')
  const admin = isAdmin(useUser())
  return (
    <div className="pf hide">
      <span>
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd>
        {t('foot.choose')}
      </span>
      <span>
        <Kbd>↵</Kbd>
        {t('foot.open')}
      </span>
      <span>
        <Kbd>{MOD}</Kbd>
        <Kbd>↵</Kbd>
        {t('foot.tab')}
      </span>
      <span className="sp" />
      <span>
        <Kbd>{'>'}</Kbd>
        {t('foot.actions')}
      </span>
      {admin && (
        <span>
          <Kbd>@</Kbd>
          {t('foot.users')}
        </span>
      )}
      <span>
        <Kbd>#</Kbd>
        {t('foot.requests')}
      </span>
    </div>
  )
}
