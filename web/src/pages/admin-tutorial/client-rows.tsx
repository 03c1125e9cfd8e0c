import { useQuery } from '@tanstack/react-query'
import type { ClientUse } from '../../../../src/contract/client-use.ts'
import { adminListModels } from '../../../../src/contract/models.ts'
import { TUTORIAL_CLIENTS, type TutorialClient } from '../../../../src/contract/settings-tutorial.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { CLIENTS } from '../../lib/tutorial/clients.ts'
import { Card } from '../../ui/card.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useClientUse } from './use-client-use.ts'
import type { Variables } from './variables-form.ts'

/** No model of the operator's choice; no model is called that, because a name has no space. */
const OPEN = 'no choice'

type Props = {
  values: Pick<Variables, 'tutorial.models' | 'tutorial.hidden_clients'>
  fill: (some: Partial<Variables>) => void
}

/** Which clients the tutorial explains, and the model it begins with for each. */
export function ClientRows({ values, fill }: Props) {
  const t = useTexts('onboarding')
  const use = useClientUse().data?.items
  const models = useQuery(ask(adminListModels)).data?.items ?? []
  const usable = models.filter(({ kind, enabled }) => kind === 'chat' && enabled).map(({ id }) => id)
  const { 'tutorial.models': chosen, 'tutorial.hidden_clients': hidden } = values
  const show = (client: TutorialClient, on: boolean) =>
    fill({ 'tutorial.hidden_clients': TUTORIAL_CLIENTS.filter((one) => (one === client ? !on : hidden.includes(one))) })
  const suggest = (client: TutorialClient, model: string) => {
    const { [client]: _, ...others } = chosen
    fill({ 'tutorial.models': model === OPEN ? others : { ...others, [client]: model } })
  }
  return (
    <Card className="ob-card" aria-label={t('users.clients')}>
      <div className="row gap12">
        <h2 className="nw">{t('users.clients')}</h2>
        <span className="t3">{t('users.clients_hint')}</span>
      </div>
      <ul className="ob-clients">
        {TUTORIAL_CLIENTS.map((client) => {
          const { name, mark } = CLIENTS[client]
          const model = chosen[client]
          const on = !hidden.includes(client)
          // One that is gone stays visible, or the choice would look like none.
          const ids = model === undefined || usable.includes(model) ? usable : [model, ...usable]
          return (
            <li key={client}>
              <MarkTile names={[mark, name]} size={16} bare />
              <span className={`grid min-w-0 leading-[18px] ${on ? '' : 't3'}`}>
                <span className="el">{name}</span>
                {use && <span className="t3">{t('access.week', { count: usersOf(name, use) })}</span>}
              </span>
              <Select
                label={t('users.model', { name })}
                disabled={!on}
                options={[{ value: OPEN, label: t('users.auto') }, ...ids.map((id) => ({ value: id, label: id }))]}
                value={model ?? OPEN}
                onChange={(next) => suggest(client, next)}
              />
              <Switch
                checked={on}
                aria-label={t('users.show', { name })}
                disabled={on && hidden.length === TUTORIAL_CLIENTS.length - 1}
                onChange={(next) => show(client, next)}
              />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const usersOf = (name: string, use: readonly ClientUse[]): number =>
  use.find(({ client }) => client === name)?.users ?? 0
