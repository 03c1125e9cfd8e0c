import { act } from 'react'
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form'
import { expect, test } from 'vitest'
import { adminUserModels, listModels } from '../../../../src/contract/catalogue.ts'
import { emptyForm, type KeyForm } from '../../lib/key/key-form.ts'
import { ask, queryClient } from '../../lib/query.ts'
import { draw, type } from '../../test-draw.ts'
import { ModelsField } from './models-field.tsx'

async function showField(
  chosen: string[],
  owner?: string | null,
): Promise<{ place: HTMLElement; models: () => string[] | undefined }> {
  const items = [{ id: 'glm-5.3' }, { id: 'gpt-5.5' }]
  queryClient.setQueryData(ask(listModels).queryKey, { items } as never)
  const theirs = ask(adminUserModels, { params: { id: 'user_1' } })
  queryClient.setQueryData(theirs.queryKey, { items: [{ id: 'kimi-k3' }] } as never)
  let form: UseFormReturn<KeyForm> | undefined
  const Form = () => {
    form = useForm<KeyForm>({ defaultValues: { ...emptyForm, models: 'some', allow_models: chosen } })
    return (
      <FormProvider {...form}>
        <ModelsField owner={owner} />
      </FormProvider>
    )
  }
  const { place } = await draw(<Form />, { texts: ['keys'] })
  return { place, models: () => form?.getValues('allow_models') }
}

test('whoever takes or drops a model by the keyboard goes on in the field: what they pressed is gone', async () => {
  const { place, models } = await showField(['glm-5.3'])
  const press = (selector: string) => {
    const button = place.querySelector<HTMLButtonElement>(selector)
    button?.focus()
    act(() => button?.click())
    expect(document.activeElement).toBe(place.querySelector('.many input'))
  }
  press('.many .tag button')
  expect(models()).toEqual([])
  press('.chip')
  expect(models()).toEqual(['glm-5.3'])
})

test('Enter adds the first model that fits, but not where it ends a composed word', async () => {
  const { place, models } = await showField([])
  const input = place.querySelector<HTMLInputElement>('.many input')
  const press = (init: KeyboardEventInit) =>
    act(() => void input?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...init })))
  await type(input, 'g')
  // Safari says that a word is composed by this code alone.
  for (const composing of [{ isComposing: true }, { keyCode: 229 }]) press(composing)
  expect(models()).toEqual([])
  press({})
  expect(models()).toEqual(['glm-5.3'])
})

test.each([
  { whose: 'the reader’s own key', owner: undefined, offered: ['glm-5.3', 'gpt-5.5'] },
  { whose: 'a key of somebody else', owner: 'user_1', offered: ['kimi-k3'] },
  { whose: 'a key whose owner is not chosen yet', owner: null, offered: [] },
])('$whose is offered the models its owner may use', async ({ owner, offered }) => {
  const { place } = await showField([], owner)
  expect([...place.querySelectorAll('.chip')].map((chip) => chip.textContent)).toEqual(offered)
})
