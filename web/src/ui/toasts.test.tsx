import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast, TOAST_MS, TOAST_TICK_MS, type ToastVariant } from '../lib/toast.ts'
import { draw } from '../test-draw.ts'
import { Toasts } from './toasts.tsx'

const shown = () => [...document.querySelectorAll<HTMLElement>('.toast')]
const titles = () => shown().map((one) => one.querySelector('.b')?.textContent)
const bar = () => document.querySelector<HTMLElement>('.tp')?.style.transform
const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

beforeEach(async () => {
  vi.useFakeTimers()
  await draw(<Toasts />)
})

afterEach(() => {
  pass(20_000)
  vi.useRealTimers()
})

test.each([
  ['success', 5000],
  ['info', 5000],
  ['error', 8000],
  ['warning', 8000],
] as const)('Toast duration of %s: %i ms.', (variant: ToastVariant, ms) => {
  expect(TOAST_MS[variant]).toBe(ms)
  act(() => void toast[variant]('标题', '内容'))
  pass(ms - TOAST_TICK_MS)
  expect(titles()).toEqual(['标题'])
  pass(TOAST_TICK_MS)
  expect(titles()).toEqual([])
})

test('The progress bar ticks every 200 ms.', () => {
  act(() => void toast.success('a'))
  expect(bar()).toBe('scaleX(1)')
  pass(199)
  expect(bar()).toBe('scaleX(1)')
  pass(1)
  expect(bar()).toBe('scaleX(0.96)')
  pass(200)
  expect(bar()).toBe('scaleX(0.92)')
})

test('Toast: shown with a progress bar, then removed when closed.', () => {
  act(() => void toast.error('a'))
  expect(bar()).toBeDefined()
  act(() => shown()[0]?.querySelector<HTMLElement>('button[aria-label="关闭"]')?.click())
  expect(titles()).toEqual([])
})

test('A toast has an id, a variant, a title, a message and a duration.', () => {
  act(() => void toast.warning('标题', '内容'))
  const one = shown()[0]
  expect(one?.dataset['variant']).toBe('warning')
  expect(one?.textContent).toContain('标题内容')
  const ids: number[] = []
  act(() => void ids.push(toast.info('x'), toast.info('y')))
  expect(new Set(ids).size).toBe(2)
})

test('at most four are shown, the newest on top', () => {
  act(() => ['1', '2', '3', '4', '5'].forEach((title) => toast.info(title)))
  expect(titles()).toEqual(['5', '4', '3', '2'])
})

test('errors and warnings interrupt a screen reader, others wait', () => {
  act(() => {
    toast.error('e')
    toast.warning('w')
    toast.success('s')
    toast.info('i')
  })
  expect(shown().map((one) => one.getAttribute('role'))).toEqual(['status', 'status', 'alert', 'alert'])
})

test('time stands still while a toast is pointed at', () => {
  act(() => void toast.success('a'))
  const region = document.querySelector('.toasts')
  act(() => void region?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })))
  pass(60_000)
  expect(titles()).toEqual(['a'])
  act(() => void region?.dispatchEvent(new PointerEvent('pointerout', { bubbles: true })))
  pass(5000)
  expect(titles()).toEqual([])
})

test('time stands still while a toast has the focus, and goes on when that toast is closed', () => {
  act(() => void [toast.success('a'), toast.success('b')])
  const close = shown()[0]?.querySelector<HTMLElement>('button[aria-label="关闭"]')
  close?.focus()
  pass(60_000)
  expect(titles()).toEqual(['b', 'a'])
  act(() => close?.click())
  pass(5000)
  expect(titles()).toEqual([])
})

test('time stands still in a hidden tab', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  act(() => void toast.success('a'))
  pass(60_000)
  expect(titles()).toEqual(['a'])
  hidden.mockRestore()
})

test('an action runs once and closes its toast', () => {
  const undo = vi.fn()
  act(() => void toast.success('a', undefined, { label: '撤销', run: undo }))
  act(() => shown()[0]?.querySelector<HTMLElement>('.link')?.click())
  expect(undo).toHaveBeenCalledTimes(1)
  expect(titles()).toEqual([])
})
