import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form'
import { expect, onTestFinished, test, vi } from 'vitest'
import { adminUserModels, listModels } from '../../../../src/contract/catalogue.ts'
import { loadTexts } from '../../i18n/texts.ts'
import { emptyForm, type KeyForm } from '../../lib/key/key-form.ts'
import { ask, queryClient } from '../../lib/query.ts'
import { ModelsField } from './models-field.tsx'

async function showField(
  chosen: string[],
  owner?: string | null,
): Promise<{ place: HTMLElement; models: () => string[] | undefined }> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await loadTexts('keys')
  const items = [{ id: 'glm-5.3' }, { id: 'gpt-5.5' }]
  queryClient.setQueryData(ask(listModels).queryKey, { items } as never)
  const theirs = ask(adminUserModels, { params: { id: 'user_1' } })
  queryClient.setQueryData(theirs.queryKey, { items: [{ id: 'kimi-k3' }] } as never)
  let form: UseFormReturn<KeyForm> | undefined
  const Form = () => {
    form = useForm<KeyForm>({ defaultValues: { ...emptyForm, models: 'some', allow_models: chosen } })
    return (
      <QueryClientProvider client={queryClient}>
        <FormProvider {...form}>
          <ModelsField owner={owner} />
        </FormProvider>
      </QueryClientProvider>
    )
  }
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    place.remove()
    queryClient.clear()
    vi.unstubAllGlobals()
  })
  act(() => root.render(<Form />))
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
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'g')
    input?.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
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
