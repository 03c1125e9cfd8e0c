import { Link } from '@tanstack/react-router'
import type { GroupView } from '../../../../src/contract/groups.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { groupsWithout } from '../../lib/provider/audience.ts'
import { SavingSwitch } from '../../ui/saving-switch.tsx'
import { useAllow, useGroups } from './use-audience.ts'

/** Whom a model is for, in a cell; nothing while that is not known. */
export function AudienceText({ model }: { model: string }) {
  const t = useTexts('offers')
  const groups = useGroups()
  if (groups === undefined) return null
  const names = groupsWithout(model, groups).map(({ name }) => name)
  if (names.length === 0) return <span className="t2">{t('audience.everybody')}</span>
  const told = t('audience.without', { names: names.join(t('audience.comma')) })
  return <span title={told}>{told}</span>
}

/** Which groups may use a model: those that chose their models are switched here, the others have them all. */
export function AudienceSection({ model }: { model: string }) {
  const t = useTexts('offers')
  const groups = useGroups()
  if (groups === undefined) return null
  return (
    <section className="col" aria-label={t('audience.title')}>
      <div className="row">
        <h3>{t('audience.title')}</h3>
        <span className="sp" />
        <Link to="/admin/users" search={{ groups: '1' }} className="text-cell">
          {t('audience.groups')}
        </Link>
      </div>
      {groups.length === 0 ? (
        <p className="t3">{t('audience.noGroups')}</p>
      ) : (
        <ul className="rounded-card border border-line">
          {groups.map((group) => (
            <Line key={group.id} group={group} model={model} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ group, model }: { group: GroupView; model: string }) {
  const t = useTexts('offers')
  const allow = useAllow()
  const { name, allow_models: allowed } = group
  const has = allowed === null || allowed.includes(model)
  // A group that chooses has one model at least.
  const alone = allowed?.length === 1 && has
  return (
    <li className="row min-h-10 border-b border-line px-3 text-cell last:border-0">
      <span className="el">{name}</span>
      <span className="sp" />
      {allowed === null || alone ? (
        <span className="t3 nw">{t(allowed === null ? 'audience.all' : 'audience.alone')}</span>
      ) : (
        <span className="t3 nw">{t('audience.chosen', { count: allowed.length })}</span>
      )}
      <SavingSwitch
        checked={has}
        disabled={allowed === null || alone}
        aria-label={t('audience.allow', { name })}
        onSave={(on) => allow(group, [model], on)}
      />
    </li>
  )
}
