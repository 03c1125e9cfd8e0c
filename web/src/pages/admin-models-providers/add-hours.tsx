import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'
import { offsetMinutes } from '../../lib/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { newHours } from './hours-form.ts'
import type { ModelForm } from './model-form.ts'

/** Gives a price hours, told by the reader's own clock; nothing where it has some. Stands inside a FormProvider. */
export function AddHours() {
  const t = useTexts('providers')
  const { voice } = useFormat()
  const { control, setValue } = useFormContext<ModelForm>()
  const has = Boolean(useWatch({ control, name: 'price.hours' }))
  const button = useRef<HTMLButtonElement>(null)
  const had = useRef(has)
  useEffect(() => {
    // Who has just taken the hours away stands nowhere now.
    if (had.current && document.activeElement === document.body) button.current?.focus()
    had.current = has
  }, [has])
  if (has) return null
  const add = () =>
    setValue('price.hours', newHours(offsetMinutes(voice.now, voice.zone)), { shouldDirty: true, shouldTouch: true })
  return (
    <Button ref={button} kind="ghost" small onClick={add}>
      <Icon of={Plus} small />
      {t('model.hours.add')}
    </Button>
  )
}
