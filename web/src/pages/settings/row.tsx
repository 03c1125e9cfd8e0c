import { Check, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Preferences } from '../../../../src/contract/preferences.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { savePreferences, usePreference } from '../../lib/preferences.ts'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useSaving, type Saving } from './use-saving.ts'

type Props = {
  label: ReactNode
  hint?: ReactNode
  saving?: Saving
  /** A control that stays beside its label on a phone too. */
  inline?: boolean
  children: ReactNode
}

/** One setting: what it is, what it does, its control, and whether it was saved. */
export function Row({ label, hint, saving = 'idle', inline = false, children }: Props) {
  return (
    <div className={inline ? 'sr in1' : 'sr'}>
      <div>
        <div>{label}</div>
        {hint !== undefined && <div className="t3">{hint}</div>}
      </div>
      <div className="scn">
        <Saved saving={saving} />
        {children}
      </div>
    </div>
  )
}

/** The word behind a control that has just been used. */
export function Saved({ saving }: { saving: Saving }) {
  const t = useTexts('settings')
  return (
    <output className={saving === 'failed' ? 'svd err' : 'svd'}>
      {saving !== 'idle' && (
        <>
          <Icon of={saving === 'saved' ? Check : CircleX} small />
          {t(saving)}
        </>
      )}
    </output>
  )
}

type Chosen = 'density' | 'sidebar' | 'hour_cycle' | 'week_start' | 'tokens' | 'counts'
type ValueOf<K extends Chosen> = NonNullable<Preferences[K]>

type ChoiceProps<K extends Chosen> = {
  name: K
  label: string
  hint?: ReactNode
  options: readonly { value: ValueOf<K>; label: ReactNode }[]
}

/** A preference with a few values side by side. */
export function Choice<K extends Chosen>({ name, label, hint, options }: ChoiceProps<K>) {
  const value = usePreference(name) as ValueOf<K>
  const { saving, follow } = useSaving()
  return (
    <Row label={label} hint={hint} saving={saving}>
      <Segmented
        label={label}
        value={value}
        options={options}
        onChange={(next) => follow(savePreferences({ [name]: next }))}
      />
    </Row>
  )
}
