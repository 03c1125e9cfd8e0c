import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draw, settled, type } from '../../../test-draw.ts'
import '../../../ui/drawer-panel.tsx'
import '../../../ui/select-box.tsx'
import { BillDrawer } from './bill-drawer.tsx'

const onClose = vi.fn<() => void>()
const READ = {
  lines: 1,
  total: '1',
  first: '2026-11-01',
  last: '2026-11-01',
  unknown_models: [],
  problems: [],
}
/** The imports that wait for an answer. */
const imports: { body: string; answer: (applied: boolean) => Promise<void> }[] = []

beforeEach(async () => {
  vi.stubGlobal('fetch', (_: string, { method, body = '' }: { method?: string; body?: string } = {}) => {
    if (method !== 'POST') return Promise.resolve(Response.json({ items: [], next: null }))
    const { promise, resolve } = Promise.withResolvers<Response>()
    const answer = (applied: boolean) => act(async () => resolve(Response.json({ ...READ, applied })))
    imports.push({ body, answer })
    return promise
  })
  await draw(<BillDrawer provider="prv_1" onClose={onClose} />, { texts: ['ui', 'analysis'] })
  await expect.poll(() => document.querySelector('textarea')).not.toBeNull()
})

afterEach(() => {
  imports.length = 0
  onClose.mockClear()
})

const write = (text: string) => type(document.querySelector('textarea'), text)
const sendButton = () => document.querySelector<HTMLButtonElement>('.btn.pri')
const send = () => act(async () => sendButton()?.click())

test('a bill that was changed while it was checked is checked again before it is taken in', async () => {
  await write('date,amount\n2026-11-01,1')
  await send()
  await write('date,amount\n2026-11-01,2')
  await imports[0]?.answer(false)
  await settled(() => expect(sendButton()?.disabled).toBe(false))
  expect(sendButton()?.textContent).toBe('检查')
  await send()
  expect(imports.map(({ body }) => JSON.parse(body).dry_run)).toEqual([true, true])
  await imports[1]?.answer(false)
  await settled(() => expect(sendButton()?.textContent).toBe('导入'))
})

test('what is written while a bill is taken in stays to be checked', async () => {
  await write('date,amount\n2026-11-01,1')
  await send()
  await imports[0]?.answer(false)
  await settled(() => expect(sendButton()?.textContent).toBe('导入'))
  await send()
  await write('date,amount\n2026-12-01,2')
  await imports[1]?.answer(true)
  await settled(() => expect(sendButton()?.disabled).toBe(false))
  expect(onClose).not.toHaveBeenCalled()
  expect(sendButton()?.textContent).toBe('检查')
})

test('the same file can be chosen again once it is mended', async () => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  const files = new DataTransfer()
  files.items.add(new File(['date,amount\n2026-11-01,1'], 'bill.csv', { type: 'text/csv' }))
  if (!input) throw new Error('there is no place for a file')
  input.files = files.files
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
  await settled(() => expect(document.querySelector('textarea')?.value).toContain('2026-11-01'))
  // A browser tells of no change where the file is the one that is there already.
  expect(input.value).toBe('')
})
