import { ArrowLeft, ArrowRight, Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useTexts } from '../../i18n/use-texts.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer, DrawerBody, DrawerFoot } from '../../ui/drawer.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeptNote } from '../../ui/kept-note.tsx'
import { Note } from '../../ui/note.tsx'
import { ConnectionStep } from './connection-step.tsx'
import { DoneStep } from './done-step.tsx'
import { ModelsStep } from './models-step.tsx'
import { pickFaults } from './picks.ts'
import { PresetStep } from './preset-step.tsx'
import { useWizard } from './use-wizard.ts'
import { STEPS, type Step } from './wizard.ts'

/** From a vendor's template to models that answer, in one drawer. Nothing is saved before the last press, and nothing typed leaves this memory. */
export function ProviderWizard({ onClose }: { onClose: () => void }) {
  const t = useTexts('providers')
  const it = useWizard()
  const { state, dispatch, form } = it
  const [blamed, setBlamed] = useState(false)
  const body = useFocusOnStep(state.step)
  const { leave } = useUnsaved(state.preset !== null && state.saved === null, onClose)
  const create = () => {
    setBlamed(true)
    void it.create()
  }
  return (
    <Drawer
      open
      composed
      onClose={leave}
      title={t('wizard.title')}
      remark={
        <span className="t3 nw">{t('wizard.progress', { step: STEPS.indexOf(state.step) + 1, of: STEPS.length })}</span>
      }
    >
      <StepLine step={state.step} />
      <DrawerBody>
        <div ref={body} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-4.5 outline-0!">
          {state.step === 'connection' && <KeptNote of={it.kept} />}
          {state.failure !== null && (
            <Note tone="err" urgent>
              <span>
                <b>{t('picks.failed')}</b> {state.failure} {t('picks.kept')}
              </span>
            </Note>
          )}
          {state.step === 'preset' && <PresetStep chosen={state.preset} onChoose={it.choose} />}
          {state.step === 'connection' && state.preset !== null && (
            <FormProvider {...form}>
              <ConnectionStep
                preset={state.preset}
                others={it.providers}
                test={state.test}
                stale={it.stale}
                onChangePreset={() => dispatch({ type: 'step', step: 'preset' })}
                onTest={() => void it.test()}
              />
            </FormProvider>
          )}
          {state.step === 'models' && (
            <ModelsStep wizard={state} catalogue={it.catalogue} dispatch={dispatch} blamed={blamed} />
          )}
          {state.step === 'done' && state.saved !== null && (
            <DoneStep
              saved={state.saved}
              retrying={state.saving}
              onRetryPrices={() => void it.retryPrices()}
              onAnother={it.again}
            />
          )}
        </div>
      </DrawerBody>
      <DrawerFoot>
        <Foot it={it} onClose={leave} onCreate={create} />
      </DrawerFoot>
    </Drawer>
  )
}

// A new step begins at its top, also for those who listen.
function useFocusOnStep(step: Step) {
  const body = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    body.current?.parentElement?.scrollTo({ top: 0 })
    body.current?.focus({ preventScroll: true })
  }, [step])
  return body
}

function StepLine({ step }: { step: Step }) {
  const t = useTexts('providers')
  const now = STEPS.indexOf(step)
  return (
    <ol className="flex gap-2.5 border-b border-line px-5 py-3 text-cell max-desk:px-3.5">
      {STEPS.map((name, at) => (
        <li
          key={name}
          aria-current={at === now ? 'step' : undefined}
          className={`row nw not-first:before:h-px not-first:before:w-4.5 not-first:before:bg-line not-first:before:content-[''] desk:not-first:before:w-9 ${at === now ? 'font-medium' : 'text-text3'}`}
        >
          <i
            className={`grid size-5.5 place-items-center rounded-full border text-meta not-italic ${STEP_LOOKS[at === now ? 'now' : at < now ? 'past' : 'ahead']}`}
          >
            {at < now ? <Icon of={Check} small /> : at + 1}
          </i>
          <span className={at === now ? '' : 'max-desk:sr-only'}>{t(`wizard.steps.${name}`)}</span>
        </li>
      ))}
    </ol>
  )
}

const STEP_LOOKS = {
  now: 'border-accent bg-accent text-on',
  past: 'border-accent text-accent',
  ahead: 'border-ctl',
} as const

type FootProps = { it: ReturnType<typeof useWizard>; onClose: () => void; onCreate: () => void }

function Foot({ it, onClose, onCreate }: FootProps) {
  const t = useTexts('providers')
  const { state, dispatch } = it
  const faults = pickFaults(state.picks).size
  const failed =
    state.test.state === 'failed' ||
    (state.test.state === 'answered' && !state.test.probes.results.some(({ ok }) => ok))
  switch (state.step) {
    case 'preset':
      return (
        <>
          <Button onClick={onClose}>{t('act.cancel')}</Button>
          <span className="sp" />
          {state.preset !== null && (
            <Button kind="primary" onClick={() => dispatch({ type: 'step', step: 'connection' })}>
              {t('wizard.goOn')}
              <Icon of={ArrowRight} small />
            </Button>
          )}
        </>
      )
    case 'connection':
      return (
        <>
          <Back onBack={() => dispatch({ type: 'step', step: 'preset' })} />
          <span className="sp" />
          {failed && (
            <Button kind="ghost" onClick={() => void it.skip()}>
              {t('connection.skip')}
            </Button>
          )}
          <Button kind="primary" busy={state.test.state === 'running'} onClick={() => void it.next()}>
            {t('connection.next')}
            <Icon of={ArrowRight} small />
          </Button>
        </>
      )
    case 'models':
      return (
        <>
          <Back onBack={() => dispatch({ type: 'step', step: 'connection' })} />
          <span className="sp" />
          {faults > 0 && <span className="err text-meta">{t('picks.fixFirst', { count: faults })}</span>}
          <Button kind="primary" busy={state.saving} onClick={onCreate}>
            {t('picks.create')}
          </Button>
        </>
      )
    case 'done':
      return (
        <>
          <span className="sp" />
          <Button kind="primary" onClick={onClose}>
            {t('done.finish')}
          </Button>
        </>
      )
    default:
      return state.step satisfies never
  }
}

function Back({ onBack }: { onBack: () => void }) {
  const t = useTexts('providers')
  return (
    <Button onClick={onBack}>
      <Icon of={ArrowLeft} small />
      {t('act.back')}
    </Button>
  )
}
