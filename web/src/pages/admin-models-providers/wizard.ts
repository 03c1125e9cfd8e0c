import type { Model } from '../../../../src/contract/models.ts'
import type { Preset } from '../../../../src/contract/presets.ts'
import type { Probes, Provider } from '../../../../src/contract/providers.ts'
import type { EachProbe } from '../../lib/provider/probe-each.ts'
import type { Pick, QuickRate } from './picks.ts'
import { mergePicks, renamePick, typedPick } from './picks.ts'

/** The steps in the order they are numbered. */
export const STEPS = ['preset', 'connection', 'models', 'done'] as const
export type Step = (typeof STEPS)[number]

/** What the last test said, and what it was asked about. */
export type Test =
  | { state: 'none' | 'running' }
  | { state: 'answered'; probes: EachProbe; subject: string }
  | { state: 'failed'; why: string }

/** A price that could not be saved after its provider was. */
export type Unsaved = { model: string; why: string }

/** Where the wizard stands; `preset` is null until one is chosen, `saved` until the provider is there. */
export type Wizard = {
  step: Step
  preset: Preset | null
  test: Test
  picks: Pick[]
  saving: boolean
  /** Why saving failed; the input is kept. */
  failure: string | null
  saved: { provider: Provider; unsaved: Unsaved[] } | null
}

/** What is worth keeping of it when the session ends: what was decided, and nothing a test said, which was asked with a secret. */
export type KeptWizard = { step: Step; preset: Preset; picks: Pick[] }

/** What may happen to it; a pick is told by the upstream’s name of its model, which stays when the other is changed. */
export type WizardAction =
  | { type: 'preset'; preset: Preset }
  | { type: 'step'; step: Step }
  | { type: 'kept'; decided: KeptWizard }
  | { type: 'testing' }
  | { type: 'tested'; probes: EachProbe; subject: string }
  | { type: 'test failed'; why: string }
  | { type: 'take'; upstreams: readonly string[]; taken: boolean }
  | { type: 'rename'; upstream: string; name: string; catalogue: readonly Model[] }
  | { type: 'price'; upstream: string; rate: QuickRate; text: string }
  | { type: 'add'; name: string; catalogue: readonly Model[] }
  | { type: 'remove'; upstream: string }
  | { type: 'saving' }
  | { type: 'save failed'; why: string }
  | { type: 'saved'; provider: Provider; unsaved: Unsaved[] }
  | { type: 'again' }

/** Nothing chosen and nothing tested yet. */
export const newWizard: Wizard = {
  step: 'preset',
  preset: null,
  test: { state: 'none' },
  picks: [],
  saving: false,
  failure: null,
  saved: null,
}

/** The wizard's next state; nothing of it leaves the memory of the open drawer. */
export function wizard(state: Wizard, action: WizardAction): Wizard {
  switch (action.type) {
    case 'preset':
      // Another vendor's models mean nothing here; the same one chosen again keeps what was decided.
      if (action.preset.id === state.preset?.id) return { ...state, step: 'connection' }
      return { ...newWizard, preset: action.preset, step: 'connection' }
    case 'step':
      return { ...state, step: action.step, failure: null }
    case 'kept':
      // Its secret is to be typed again before the models can be saved.
      return { ...newWizard, ...action.decided, step: action.decided.step === 'preset' ? 'preset' : 'connection' }
    case 'testing':
      return { ...state, test: { state: 'running' } }
    case 'tested':
      // An answer nobody waits for any more: another preset was chosen meanwhile.
      if (state.test.state !== 'running') return state
      return {
        ...state,
        test: { state: 'answered', probes: action.probes, subject: action.subject },
        picks: mergePicks(state.picks, action.probes.models),
      }
    case 'test failed':
      if (state.test.state !== 'running') return state
      return { ...state, test: { state: 'failed', why: action.why } }
    case 'saving':
      return { ...state, saving: true, failure: null }
    case 'save failed':
      return { ...state, saving: false, failure: action.why }
    case 'saved':
      return { ...state, saving: false, step: 'done', saved: { provider: action.provider, unsaved: action.unsaved } }
    case 'again':
      return newWizard
    case 'take':
    case 'rename':
    case 'price':
    case 'add':
    case 'remove':
      return { ...state, picks: picks(state, action) }
    default:
      return action satisfies never
  }
}

type PickAction = Extract<WizardAction, { type: 'take' | 'rename' | 'price' | 'add' | 'remove' }>

function picks(state: Wizard, action: PickAction): Pick[] {
  switch (action.type) {
    case 'take': {
      const wanted = new Set(action.upstreams)
      return state.picks.map((pick) => (wanted.has(pick.upstream) ? { ...pick, taken: action.taken } : pick))
    }
    case 'rename':
      return change(state, action.upstream, (pick) => renamePick(pick, action.name, action.catalogue, found(state)))
    case 'price':
      return change(state, action.upstream, (pick) => ({
        ...pick,
        price: { ...pick.price, [action.rate]: action.text },
      }))
    case 'add': {
      const name = action.name.trim()
      if (name === '') return state.picks
      if (!state.picks.some((pick) => pick.upstream === name))
        return [typedPick(name, action.catalogue), ...state.picks]
      return change(state, name, (pick) => ({ ...pick, taken: true }))
    }
    case 'remove':
      return state.picks.filter((pick) => pick.upstream !== action.upstream)
    default:
      return action satisfies never
  }
}

function change(state: Wizard, upstream: string, by: (pick: Pick) => Pick): Pick[] {
  return state.picks.map((pick) => (pick.upstream === upstream ? by(pick) : pick))
}

function found(state: Wizard): Probes['models'] {
  return state.test.state === 'answered' ? state.test.probes.models : []
}
