import { act } from 'react'
import { expect, test, vi } from 'vitest'
import type { Model } from '../../../../src/contract/models.ts'
import { draw, settled } from '../../test-draw.ts'
import { SetPricesDrawer } from './set-prices-drawer.tsx'

// Of models only their names count here.
const models = ['a-1', 'b-2'].map((id) => ({ id, display_name: '', price: null }) as unknown as Model)

async function typeInto(input: HTMLInputElement | null | undefined, text: string): Promise<void> {
  await act(async () => {
    if (!input) throw new Error('no input')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

const inPage = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
const apply = () => inPage('button').find(({ textContent }) => textContent === '应用') as HTMLButtonElement | undefined

test('models without a price get one and the same in a single step', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_url: unknown, { body }: { body?: string } = {}) => {
    if (body) sent.push(JSON.parse(body))
    return Response.json({ changes: [], applied: true, problems: [] })
  })
  const onClose = vi.fn<() => void>()
  await draw(<SetPricesDrawer models={models} onClose={onClose} />, { texts: ['offers', 'providers', 'ui'] })
  await settled(() => expect(inPage('input')).toHaveLength(4))
  const [input, output] = inPage('input') as HTMLInputElement[]
  expect(apply()?.disabled).toBe(true)
  await typeInto(input, '1.2.3')
  expect(apply()?.disabled).toBe(true)
  await typeInto(input, '0.5')
  await typeInto(output, '2')
  await act(async () => apply()?.click())
  const price = { input: '0.5', output: '2', tiers: [] }
  expect(sent).toEqual([{ prices: models.map(({ id }) => ({ model: id, price })), dry_run: false }])
  await settled(() => expect(onClose).toHaveBeenCalledOnce())
})
