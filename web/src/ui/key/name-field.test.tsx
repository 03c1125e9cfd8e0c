import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { emptyForm, NAME_MAX, type KeyForm } from '../../lib/key/key-form.ts'
import { NameField } from './name-field.tsx'

test.each([
  [`${'a'.repeat(NAME_MAX)}  `, undefined],
  ['a'.repeat(NAME_MAX + 1), 'maxLength'],
  ['  ', 'required'],
])('a name is as long as it is without the spaces around it: %j', async (name, fault) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await loadTexts('keys')
  let form: UseFormReturn<KeyForm> | undefined
  const Form = () => {
    form = useForm<KeyForm>({ defaultValues: { ...emptyForm, name } })
    return (
      <FormProvider {...form}>
        <NameField fresh={false} />
      </FormProvider>
    )
  }
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  act(() => root.render(<Form />))
  await act(async () => form?.trigger('name'))
  expect(form?.getFieldState('name').error?.type).toBe(fault)
})
