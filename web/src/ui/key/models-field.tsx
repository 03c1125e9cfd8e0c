import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { listModels } from '../../../../src/contract/catalogue.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import { ask } from '../../lib/query.ts'
import { isComposing } from '../../lib/single-key.ts'
import { ErrorLine } from '../error-state.tsx'
import { Field, type FieldWiring } from '../field.tsx'
import { Icon } from '../icon.tsx'
import { MarkTile } from '../mark-tile.tsx'
import { Segmented } from '../segmented.tsx'
import type { KeyForm } from '../../lib/key/key-form.ts'

const OFFERED = 6

/** Which models a key may ask for. */
export function ModelsField() {
  const t = useTexts('keys')
  const { watch, setValue, register, formState } = useFormContext<KeyForm>()
  const [mode, chosen] = watch(['models', 'allow_models'])
  const models = useQuery(ask(listModels))
  const known = models.data?.items.map((model) => model.id) ?? []
  register('allow_models', { validate: (list, form) => form.models === 'all' || list.length > 0 })
  const choose = (list: string[]) =>
    setValue('allow_models', list, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  return (
    <Field
      label={t('form.models')}
      group
      beside
      hint={
        mode === 'all' ? t('form.models_all_hint') : t('form.models_hint', { chosen: chosen.length, all: known.length })
      }
      error={faultText(formState.errors.allow_models, t('rule.models'))}
    >
      {(wiring) => (
        <>
          <Segmented
            label={t('form.models')}
            options={[
              { value: 'all', label: t('models.all') },
              { value: 'some', label: t('form.models_some') },
            ]}
            value={mode}
            onChange={(value) => setValue('models', value, { shouldDirty: true })}
          />
          {mode === 'some' && <Picker known={known} chosen={chosen} onChoose={choose} wiring={wiring} />}
          {models.isError && <ErrorLine error={models.error} onRetry={() => void models.refetch()} />}
        </>
      )}
    </Field>
  )
}

type PickerProps = {
  known: readonly string[]
  chosen: readonly string[]
  onChoose: (list: string[]) => void
  wiring: FieldWiring
}

function Picker({ known, chosen, onChoose, wiring }: PickerProps) {
  const t = useTexts('keys')
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const words = text.trim().toLowerCase()
  const open = known.filter((id) => !chosen.includes(id) && id.toLowerCase().includes(words))
  const add = (id: string) => {
    onChoose([...chosen, id])
    setText('')
  }
  // What was pressed is gone then. By the keyboard alone: a finger would call up the one on the screen.
  const goOn = ({ detail }: MouseEvent) => detail === 0 && input.current?.focus()
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return
    const first = open[0]
    if (event.key === 'Enter' && !event.metaKey && !event.ctrlKey) {
      event.preventDefault()
      if (words !== '' && first !== undefined) add(first)
    }
    if (event.key === 'Backspace' && text === '') onChoose(chosen.slice(0, -1))
  }
  return (
    <>
      <span className={`in many ${wiring['aria-invalid'] ? 'bad' : ''}`}>
        {chosen.map((id) => (
          <span key={id} className="tag">
            <span className="el">{id}</span>
            <button
              type="button"
              aria-label={t('form.models_remove', { id })}
              onClick={(event) => {
                onChoose(chosen.filter((other) => other !== id))
                goOn(event)
              }}
            >
              <Icon of={X} small />
            </button>
          </span>
        ))}
        <input
          {...wiring}
          ref={input}
          aria-label={t('form.models_search')}
          placeholder={t('form.models_search')}
          value={text}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </span>
      <span className="row wrap" style={{ gap: 6 }}>
        {open.slice(0, OFFERED).map((id) => (
          <button
            key={id}
            type="button"
            className="chip dash"
            onClick={(event) => {
              add(id)
              goOn(event)
            }}
          >
            <Icon of={Plus} small />
            <MarkTile names={[id]} size={14} bare />
            {id}
          </button>
        ))}
        {open.length > OFFERED && <span className="t3">{t('form.models_more', { count: open.length - OFFERED })}</span>}
        {open.length === 0 && words !== '' && <span className="t3">{t('form.models_unknown')}</span>}
      </span>
    </>
  )
}
