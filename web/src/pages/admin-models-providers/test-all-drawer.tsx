import { LoaderCircle, RotateCw } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { adminListProviders, type Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer, DrawerBody, DrawerFoot } from '../../ui/drawer.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import { ProbeResult } from '../../ui/provider/probe-result.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Status, type StatusState } from '../../ui/status.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'
import { useTestAll, type Tested } from './use-test-all.ts'

/** Tries every provider in use, and tells what each endpoint answered. */
export function TestAllDrawer({ onClose }: { onClose: () => void }) {
  const t = useTexts('offers')
  const list = useQuery(ask(adminListProviders))
  if (list.data)
    return <Tests providers={list.data.items.filter(({ status }) => status !== 'disabled')} {...{ onClose }} />
  return (
    <Drawer open width="slim" onClose={onClose} title={t('tests.title')}>
      <Unanswered query={list} bones={<TableSkeleton />} />
    </Drawer>
  )
}

function Tests({ providers, onClose }: { providers: readonly Provider[]; onClose: () => void }) {
  const t = useTexts('offers')
  const ui = useTexts('providers')
  const { tested, ended, again } = useTestAll(providers, ui('act.noAnswer'))
  const fine = [...tested.values()].filter((one) => one.state === 'answered' && one.probes.ok).length
  const running = ended < providers.length
  return (
    <Drawer
      open
      composed
      width="slim"
      onClose={onClose}
      title={t('tests.title')}
      remark={<span className="t3 n nw">{t('tests.progress', { done: ended, of: providers.length })}</span>}
    >
      <DrawerBody>
        <p className="t2 text-cell" role="status">
          {running ? t('tests.running') : t('tests.result', { fine, of: providers.length })}
        </p>
        {providers.map((provider) => (
          <One key={provider.id} provider={provider} tested={tested.get(provider.id)} />
        ))}
      </DrawerBody>
      <DrawerFoot>
        <Button onClick={onClose}>{ui('act.close')}</Button>
        <span className="sp" />
        <Button kind="primary" busy={running} onClick={again}>
          <Icon of={RotateCw} small />
          {ui('test.again')}
        </Button>
      </DrawerFoot>
    </Drawer>
  )
}

function One({ provider, tested }: { provider: Provider; tested: Tested | undefined }) {
  const t = useTexts('offers')
  return (
    <section className="col" aria-label={provider.name}>
      <div className="row">
        <MarkTile names={[provider.preset, provider.slug, provider.name]} size={24} />
        <h3 className="el">
          <Link to="/admin/providers/$id" params={{ id: provider.id }} className="text-inherit hover:text-accent">
            {provider.name}
          </Link>
        </h3>
        <span className="sp" />
        {tested === undefined ? (
          <span className="t3">{t('tests.waits')}</span>
        ) : tested.state === 'running' ? (
          <Icon of={LoaderCircle} small className="spin" />
        ) : (
          <Status state={stateOf(tested)}>{t(`tests.state.${stateOf(tested)}`)}</Status>
        )}
      </div>
      {tested?.state === 'answered' && <ProbeResult probes={tested.probes} />}
      {tested?.state === 'failed' && <p className="err text-cell">{tested.why}</p>}
    </section>
  )
}

function stateOf(
  tested: Exclude<Tested, { state: 'running' }>,
): Extract<StatusState, 'healthy' | 'degraded' | 'broken'> {
  if (tested.state === 'failed') return 'broken'
  if (tested.probes.ok) return 'healthy'
  return tested.probes.results.some(({ ok }) => ok) ? 'degraded' : 'broken'
}
