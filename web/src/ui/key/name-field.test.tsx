import { act } from 'react'
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form'
import { expect, test } from 'vitest'
import { emptyForm, NAME_MAX, type KeyForm } from '../../lib/key/key-form.ts'
import { draw } from '../../test-draw.ts'
import { NameField } from './name-field.tsx'

test.each([
  [`${'a'.repeat(NAME_MAX)}  `, undefined],
  ['a'.repeat(NAME_MAX + 1), 'maxLength'],
  ['  ', 'required'],
])('a name is as long as it is without the spaces around it: %j', async (name, fault) => {
  let form: UseFormReturn<KeyForm> | undefined
  const Form = () => {
    form = useForm<KeyForm>({ defaultValues: { ...emptyForm, name } })
    return (
      <FormProvider {...form}>
        <NameField fresh={false} />
      </FormProvider>
    )
  }
  await draw(<Form />, { texts: ['keys'] })
  await act(async () => form?.trigger('name'))
  expect(form?.getFieldState('name').error?.type).toBe(fault)
})
