import { useQuery } from '@tanstack/react-query'
import { GitCompare, Play } from 'lucide-react'
import { getModel, type ModelDetail } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { tryWith } from '../../lib/playground/link.ts'
import { ask } from '../../lib/query.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { DrawerSteps } from '../../ui/drawer-steps.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Who } from '../../ui/offers/who.tsx'
import { Status } from '../../ui/status.tsx'
import { BoxBones } from '../../ui/traffic/bones.tsx'
import { ModelBody } from './model-body.tsx'
import { usePicks } from './use-picks.ts'

type Props = {
  id: string
  /** The models of the list behind, for J and K. */
  ids: readonly string[]
  onMove: (id: string) => void
  onClose: () => void
}

/** One model with its prices, its providers, the own use of it and code for it; J and K go on. */
export function ModelDrawer({ id, ids, onMove, onClose }: Props) {
  const t = useTexts('models')
  // No placeholder: another model's prices must not stand here, not even for a moment.
  const { data, error, refetch } = useQuery({ ...ask(getModel, { params: { id } }), placeholderData: () => undefined })
  return (
    <Drawer
      open
      onClose={onClose}
      title={data ? <Title model={data} /> : id}
      remark={data && data.status !== 'healthy' && <Status state={data.status} />}
      actions={
        <DrawerSteps {...{ id, ids, onMove }} link={`/dashboard/models-providers?model=${encodeURIComponent(id)}`} />
      }
      footer={data && <Foot model={data} />}
    >
      {data ? (
        <ModelBody model={data} />
      ) : error ? (
        <ErrorState
          error={error}
          onRetry={() => void refetch()}
          title={t(error.status === 404 ? 'drawer.gone' : 'drawer.failed')}
        />
      ) : (
        <>
          <BoxBones height={64} />
          <BoxBones height={120} />
          <BoxBones height={160} />
        </>
      )}
    </Drawer>
  )
}

function Title({ model }: { model: ModelDetail }) {
  const t = useTexts('models')
  const after = (
    <>
      <CopyButton text={model.id} what={t('idOf', { name: model.display_name })} />
      {model.aliases.length > 0 && (
        <span className="el hide">{t('drawer.alias', { names: model.aliases.join(', ') })}</span>
      )}
    </>
  )
  return <Who model={model} size={36} after={after} />
}

function Foot({ model }: { model: ModelDetail }) {
  const t = useTexts('models')
  const [, change] = useSearchParams()
  const { picked, toggle } = usePicks()
  return (
    <>
      {model.kind === 'chat' && (
        <Button kind="primary" onClick={() => change(tryWith({ model: model.id }), { push: true })}>
          <Icon of={Play} small />
          {t('try')}
        </Button>
      )}
      <Button onClick={() => toggle(model.id)}>
        <Icon of={GitCompare} small />
        {t(picked(model.id) ? 'compare.out' : 'compare.add')}
      </Button>
      <CopyButton kind="plain" small={false} text={model.id}>
        {t('copyId')}
      </CopyButton>
      <span className="sp hide" />
      <span className="row gap4 t3 hide">
        <Kbd>J</Kbd>
        <Kbd>K</Kbd>
        {t('drawer.move')}
      </span>
    </>
  )
}
