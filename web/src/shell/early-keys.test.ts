import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { keepKeys } from './early-keys.ts'

beforeEach(() => {
  document.body.innerHTML = '<input aria-label="text">'
})

function press(key: string, init: KeyboardEventInit = {}, on: Element = document.body): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  on.dispatchEvent(event)
  return event
}

/** What is pressed from now on. */
function pressed(): string[] {
  const keys: string[] = []
  const onKey = ({ key, ctrlKey }: KeyboardEvent) => void keys.push(ctrlKey ? `Ctrl ${key}` : key)
  window.addEventListener('keydown', onKey)
  onTestFinished(() => window.removeEventListener('keydown', onKey))
  return keys
}

test('keys that come before anybody follows them are pressed once more, in their order', () => {
  const end = keepKeys()
  press('g')
  press('u')
  expect(press('k', { ctrlKey: true }).defaultPrevented).toBe(true)
  const keys = pressed()
  end(true)
  expect(keys).toEqual(['g', 'u', 'Ctrl k'])
})

test('what somebody types, what a page has used, and what is held or too old is not', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const end = keepKeys()
  press('t', {}, document.querySelector('input') ?? document.body)
  press('g', { repeat: true })
  const used = (event: Event) => event.preventDefault()
  document.addEventListener('keydown', used)
  press('c')
  document.removeEventListener('keydown', used)
  press('t')
  vi.advanceTimersByTime(10_000)
  const keys = pressed()
  end(true)
  expect(keys).toEqual([])
})

test('who leaves before they are followed has nothing pressed', () => {
  const end = keepKeys()
  press('t')
  const keys = pressed()
  end(false)
  press('x')
  expect(keys).toEqual(['x'])
})
