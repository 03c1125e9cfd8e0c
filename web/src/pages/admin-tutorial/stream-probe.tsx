import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useOrigin } from '../../lib/use-origin.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { probeStream } from './probe-stream.ts'

/** Whether streams come to this browser as they are sent, by the address the console was opened at. */
export function StreamProbe() {
  const t = useTexts('onboarding')
  const origin = useOrigin()
  const { origin: here } = location
  const probe = useMutation({ mutationFn: () => probeStream(), retry: false })
  return (
    <div className="grid gap-1.5">
      <div className="row wrap">
        <output className="min-w-0">
          {probe.isPending ? (
            <span className="t2">{t('probe.running', { origin: here })}</span>
          ) : probe.isError ? (
            <Said icon={CircleX} tone="err" text={t('probe.failed', { origin: here })} />
          ) : (
            probe.data && <Result {...probe.data} origin={here} />
          )}
        </output>
        <span className="sp" />
        <Button small busy={probe.isPending} onClick={() => probe.mutate()}>
          {t(probe.isIdle ? 'probe.run' : 'probe.again')}
        </Button>
      </div>
      {origin !== here && <p className="t3">{t('probe.elsewhere', { here, origin })}</p>}
    </div>
  )
}

function Result({ firstMs, heldBack, origin }: { firstMs: number; heldBack: boolean; origin: string }) {
  const t = useTexts('onboarding')
  const format = useFormat()
  const time = format.duration(firstMs)
  return heldBack ? (
    <Said icon={TriangleAlert} tone="warn" text={t('probe.held', { origin })} />
  ) : (
    <Said icon={CircleCheck} tone="ok" text={t('probe.through', { origin, time })} />
  )
}

type SaidProps = { icon: typeof CircleCheck; tone: 'ok' | 'warn' | 'err'; text: string }

function Said({ icon, tone, text }: SaidProps) {
  return (
    <span className="row">
      <Icon of={icon} small className={tone} />
      <span>{text}</span>
    </span>
  )
}
