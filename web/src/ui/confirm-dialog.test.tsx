import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { confirm, type ConfirmVariant } from '../lib/confirm.ts'
import { draw, type } from '../test-draw.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

const dialog = () => document.querySelector('dialog')
const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('dialog button')]
const question = { title: '停用密钥？', message: '可以随时重新启用。', variant: 'warning' } as const

beforeEach(() => draw(<ConfirmDialog />))

function open(more: object = {}): Promise<boolean> {
  let answer = Promise.resolve(false)
  act(() => {
    answer = confirm({ ...question, ...more })
  })
  return answer
}

test('Confirm dialog: closed, then open, then resolved true on confirm.', async () => {
  expect(dialog()).toBeNull()
  const answer = open({ confirmText: '停用', cancelText: '算了' })
  expect(dialog()?.open).toBe(true)
  expect(buttons().map((one) => one.textContent)).toEqual(['算了', '停用'])
  act(() => buttons()[1]?.click())
  await expect(answer).resolves.toBe(true)
  expect(dialog()).toBeNull()
})

test('resolved false on cancel', async () => {
  const answer = open()
  act(() => buttons()[0]?.click())
  await expect(answer).resolves.toBe(false)
})

test('A confirmation dialog overlay can be closed with Escape.', async () => {
  const answer = open()
  act(() => void dialog()?.dispatchEvent(new Event('cancel', { cancelable: true })))
  await expect(answer).resolves.toBe(false)
  expect(dialog()).toBeNull()
})

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'Escape that ends a composed word (%o) leaves it open',
  async (init) => {
    const answer = open()
    const press = (more: KeyboardEventInit) =>
      act(
        () => void buttons()[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, ...more })),
      )
    press(init)
    expect(dialog()).not.toBeNull()
    press({})
    await expect(answer).resolves.toBe(false)
  },
)

test('A confirmation dialog overlay can be closed by clicking the backdrop.', async () => {
  const answer = open()
  act(
    () =>
      void dialog()
        ?.querySelector('h2')
        ?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })),
  )
  expect(dialog()).not.toBeNull()
  act(() => void dialog()?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })))
  await expect(answer).resolves.toBe(false)
})

test.each(['danger', 'warning', 'info', 'question'] as const)(
  'A confirm dialog has title, message, confirmText, cancelText and the variant %s.',
  async (variant: ConfirmVariant) => {
    const answer = open({ variant })
    expect(dialog()?.textContent).toContain(question.title + question.message)
    const first = variant === 'danger' ? 0 : 1
    expect(document.activeElement).toBe(buttons()[first])
    act(() => buttons()[0]?.click())
    await answer
  },
)

test('what cannot be undone needs its name typed', async () => {
  const answer = open({ variant: 'danger', typeToConfirm: '生产' })
  expect(buttons()[1]?.disabled).toBe(true)
  const field = document.querySelector<HTMLInputElement>('dialog input')
  await type(field, '生产')
  expect(buttons()[1]?.disabled).toBe(false)
  act(() => buttons()[1]?.click())
  await expect(answer).resolves.toBe(true)
})

test('a name with spaces in a row is typed as it is seen', async () => {
  void open({ variant: 'danger', typeToConfirm: 'Claude  Code' })
  const field = document.querySelector<HTMLInputElement>('dialog input')
  await type(field, 'Claude Code')
  expect(buttons()[1]?.disabled).toBe(false)
})

test('a second question answers the first with no', async () => {
  const first = open()
  const second = open({ title: '另一个？' })
  await expect(first).resolves.toBe(false)
  act(() => buttons()[1]?.click())
  await expect(second).resolves.toBe(true)
})
