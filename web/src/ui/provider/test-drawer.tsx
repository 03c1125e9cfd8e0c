import { RotateCw } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { testEach, triedOf } from '../../lib/provider/probe-each.ts'
import { Button } from '../button.tsx'
import { Drawer, DrawerBody, DrawerFoot } from '../drawer.tsx'
import { ErrorState } from '../error-state.tsx'
import { Icon } from '../icon.tsx'
import { ProbeResult, ProbeRunning } from './probe-result.tsx'

type Props = { provider: Provider; onClose: () => void }

/** Tries a saved provider as soon as it opens, and again on request. */
export function TestDrawer({ provider, onClose }: Props) {
  const t = useTexts('providers')
  const test = useQuery({
    queryKey: ['test', provider.id],
    queryFn: ({ signal }) => testEach(triedOf(provider), signal),
    // An old answer tells nothing: every opening asks anew.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Drawer open composed width="slim" onClose={onClose} title={t('test.titleOf', { name: provider.name })}>
      <DrawerBody>
        {test.isFetching ? (
          <ProbeRunning />
        ) : test.isError ? (
          <ErrorState error={test.error} title={t('test.unreached')} onRetry={() => void test.refetch()} />
        ) : (
          test.data && <ProbeResult probes={test.data} />
        )}
      </DrawerBody>
      <DrawerFoot>
        <Button onClick={onClose}>{t('act.close')}</Button>
        <span className="sp" />
        <Button kind="primary" busy={test.isFetching} onClick={() => void test.refetch()}>
          <Icon of={RotateCw} small />
          {t('test.again')}
        </Button>
      </DrawerFoot>
    </Drawer>
  )
}
