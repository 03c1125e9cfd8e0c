import { useFormContext, useWatch } from 'react-hook-form'
import type { Preset } from '../../../../src/contract/presets.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { blanksOf, fillingOf, refilled } from '../../lib/provider/template.ts'
import { TextField } from '../text-field.tsx'
import type { EndpointsForm } from './endpoint-fields.tsx'

/** What a vendor's addresses leave open, asked for once for all of them; nothing where none of them follows its template. */
export function BlankFields({ preset }: { preset: Preset }) {
  const t = useTexts('providers')
  const { control, setValue, formState } = useFormContext<EndpointsForm>()
  const rows = useWatch({ control, name: 'endpoints' })
  const filling = fillingOf(rows, preset)
  if (!filling) return null
  const fill = (name: string, value: string) => {
    for (const [at, row] of rows.entries()) {
      const address = refilled(row, [name, value], preset)
      if (address === undefined) continue
      setValue(`endpoints.${at}.base_url`, address, { shouldDirty: true, shouldValidate: formState.isSubmitted })
    }
  }
  return (
    <div className="grid grid-cols-2 gap-x-3.5 gap-y-1.5">
      {blanksOf(preset).map((name) => (
        <TextField
          key={name}
          label={KNOWN.includes(name) ? t(`connection.blank.${name as Known}`) : name}
          className="m"
          required
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          value={filling[name] ?? ''}
          onChange={({ target }) => fill(name, target.value)}
        />
      ))}
    </div>
  )
}

type Known = 'location' | 'project' | 'region' | 'resource' | 'port'
const KNOWN: readonly string[] = ['location', 'project', 'region', 'resource', 'port'] satisfies Known[]
