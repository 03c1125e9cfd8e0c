import type { Selection } from '../lib/use-selection.ts'
import { Checkbox } from './checkbox.tsx'

/** The box by which a row of a list is picked; `label` says which. */
export function PickBox({ of: id, label, selection }: { of: string; label: string; selection: Selection }) {
  return <Checkbox aria-label={label} checked={selection.has(id)} onChange={() => selection.toggle(id)} />
}

/** The box by which every row of a list is picked, or none. */
export function PickAllBox({ label, selection }: { label: string; selection: Selection }) {
  return <Checkbox aria-label={label} checked={selection.all} onChange={selection.toggleAll} />
}
