import { useState, type ComponentProps } from 'react'
import { Switch } from './switch.tsx'

type Props = Omit<ComponentProps<typeof Switch>, 'onChange'> & {
  /** Saves what was chosen, one choice after the other; ends when what is saved is known, whatever it is. */
  onSave: (checked: boolean) => Promise<unknown>
}

/** A switch that stands as it was last pressed until that is saved, and then as it is. */
export function SavingSwitch({ checked, onSave, ...rest }: Props) {
  const [chosen, setChosen] = useState<{ on: boolean } | null>(null)
  const choose = async (on: boolean) => {
    const mine = { on }
    setChosen(mine)
    try {
      await onSave(on)
    } finally {
      setChosen((now) => (now === mine ? null : now))
    }
  }
  return <Switch {...rest} checked={chosen?.on ?? checked} onChange={(on) => void choose(on)} />
}
