import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { adminListAudit } from '../../../../src/contract/audit.ts'
import { adminListGroups, adminPatchGroup, type GroupView } from '../../../../src/contract/groups.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { inTurn, TURN_MS } from '../../lib/in-turn.ts'
import { groupsWithout } from '../../lib/provider/audience.ts'
import { ask, askAgain, queryClient } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { SavingSwitch } from '../../ui/saving-switch.tsx'

const question = ask(adminListGroups)

/** Whom a model is for, in a cell; nothing while that is not known. */
export function AudienceText({ model }: { model: string }) {
  const t = useTexts('offers')
  const groups = useQuery(question).data?.items
  if (groups === undefined) return null
  const names = groupsWithout(model, groups).map(({ name }) => name)
  if (names.length === 0) return <span className="t2">{t('audience.everybody')}</span>
  const told = t('audience.without', { names: names.join(t('audience.comma')) })
  return <span title={told}>{told}</span>
}

/** Which groups may use a model: those that chose their models are switched here, the others have them all. */
export function AudienceSection({ model }: { model: string }) {
  const t = useTexts('offers')
  const groups = useQuery(question).data?.items
  if (groups === undefined) return null
  return (
    <section className="col" aria-label={t('audience.title')}>
      <div className="row">
        <h3>{t('audience.title')}</h3>
        <span className="sp" />
        <Link to="/admin/users" search={{ groups: '1' } as never} className="text-cell">
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
  const providers = useTexts('providers')
  const { id, name, allow_models: allowed } = group
  const has = allowed === null || allowed.includes(model)
  // A group that chooses has one model at least.
  const alone = allowed?.length === 1 && has
  const save = (on: boolean) =>
    inTurn(id, async () => {
      const now = queryClient.getQueryData(question.queryKey)?.items.find((one) => one.id === id) ?? group
      const others = (now.allow_models ?? []).filter((one) => one !== model)
      try {
        await call(adminPatchGroup, {
          params: { id },
          body: { allow_models: on ? [...others, model] : others },
          ifMatch: now.version,
          withinMs: TURN_MS,
        })
      } catch (error) {
        toast.error(t('audience.failed', { name }), whyOf(error, providers('act.noAnswer')))
      }
      await askAgain(adminListGroups, adminListAudit)
    })
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
        onSave={save}
      />
    </li>
  )
}
