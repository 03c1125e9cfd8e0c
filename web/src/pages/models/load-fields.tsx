import { WandSparkles } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Slide } from '../../ui/slide.tsx'
import { type Load, MOST } from './estimate.ts'
import { NumberBox } from './number-box.tsx'
import type { useFill } from './use-fill.ts'

type Props = { load: Load; onLoad: (load: Load) => void }

/** Requests, input, cache and output in one line. */
export function LoadLine({ load, onLoad }: Props) {
  const t = useTexts('models')
  return (
    <div className="ml-load-line">
      <Requests {...{ load, onLoad }} />
      <NumberBox
        label={t('calc.input')}
        unit={t('calc.token')}
        value={load.input}
        most={MOST.input}
        onChange={(input) => onLoad({ ...load, input })}
      />
      <NumberBox
        label={t('calc.cached')}
        unit="%"
        value={load.cached}
        most={MOST.cached}
        onChange={(cached) => onLoad({ ...load, cached })}
      />
      <NumberBox
        label={t('calc.output')}
        unit={t('calc.token')}
        value={load.output}
        most={MOST.output}
        onChange={(output) => onLoad({ ...load, output })}
      />
    </div>
  )
}

/** The same with days, hints, and the cache as a slider. */
export function LoadForm({ load, onLoad }: Props) {
  const t = useTexts('models')
  return (
    <>
      <div className="ml-load-pair">
        <Requests {...{ load, onLoad }} />
        <NumberBox
          label={t('calc.days')}
          unit={t('calc.dayUnit')}
          value={load.days}
          most={MOST.days}
          onChange={(days) => onLoad({ ...load, days })}
        />
      </div>
      <NumberBox
        label={t('calc.input')}
        unit={t('calc.token')}
        hint={t('calc.inputHint')}
        value={load.input}
        most={MOST.input}
        onChange={(input) => onLoad({ ...load, input })}
      />
      <Field
        label={
          <span className="row">
            {t('calc.cached')}
            <span className="sp" />
            <b className="n">{load.cached}%</b>
          </span>
        }
      >
        {(wiring) => (
          <Slide
            wiring={wiring}
            text={`${load.cached}%`}
            min={0}
            max={100}
            value={load.cached}
            onChange={(cached) => onLoad({ ...load, cached })}
          />
        )}
      </Field>
      <NumberBox
        label={t('calc.output')}
        unit={t('calc.token')}
        hint={t('calc.outputHint')}
        value={load.output}
        most={MOST.output}
        onChange={(output) => onLoad({ ...load, output })}
      />
    </>
  )
}

function Requests({ load, onLoad }: Props) {
  const t = useTexts('models')
  return (
    <NumberBox
      label={t('calc.requests')}
      unit={t('calc.times')}
      value={load.requests}
      most={MOST.requests}
      onChange={(requests) => onLoad({ ...load, requests })}
    />
  )
}

/** Fills the fields with what the reader's own requests were like. */
export function FillButton({ source, small = false }: { source: ReturnType<typeof useFill>; small?: boolean }) {
  const t = useTexts('models')
  return (
    <Button small={small} busy={source.busy} onClick={() => void source.fill()}>
      <Icon of={WandSparkles} small />
      {t('calc.fill')}
    </Button>
  )
}
