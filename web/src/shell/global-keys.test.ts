import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeOverlay, overlayNow } from '../lib/overlays.ts'
import { followKeys, type Standing } from './global-keys.ts'

const go = vi.fn<(path: string) => void>()
let standing: Standing
let stop: () => void

beforeEach(() => {
  go.mockClear()
  standing = { scope: 'user', isAdmin: false, go }
  document.body.innerHTML = '<input aria-label="text"><main class="main"></main>'
  stop = followKeys(() => standing)
})

afterEach(() => {
  stop()
  closeOverlay()
})

function press(key: string, init: KeyboardEventInit = {}, on: Element = document.body): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  on.dispatchEvent(event)
  return event
}

test('g and a letter lead to a page of the scope one stands in', () => {
  press('g')
  press('k')
  standing = { ...standing, scope: 'admin', isAdmin: true }
  press('g')
  press('k')
  expect(go.mock.calls).toEqual([['/dashboard/api-keys'], ['/admin/keys']])
})

test('the letter behind g does not reach a page that knows it alone', () => {
  const onPage = vi.fn<() => void>()
  document.addEventListener('keydown', onPage)
  press('g')
  press('k')
  document.removeEventListener('keydown', onPage)
  expect(onPage).not.toHaveBeenCalled()
})

test('administration is for administrators', () => {
  press('g')
  press('a')
  expect(go).not.toHaveBeenCalled()
})

test('the palette opens with Ctrl or Command and K, also while somebody types, and closes with the same', () => {
  press('k', { ctrlKey: true }, document.querySelector('input') ?? document.body)
  expect(overlayNow()).toBe('palette')
  press('k', { metaKey: true })
  expect(overlayNow()).toBeNull()
})

test.each([
  ['while a word is composed', { isComposing: true }],
  ['with a key the input method has taken', { keyCode: 229 }],
])('no key counts %s', (_, init) => {
  press('k', { ctrlKey: true, ...init })
  press('?', init)
  press('g', init)
  press('d')
  expect([overlayNow(), go.mock.calls]).toEqual([null, []])
})

test('a key a page has used is not used again', () => {
  const used = (event: Event) => event.preventDefault()
  document.addEventListener('keydown', used)
  press('?')
  document.removeEventListener('keydown', used)
  expect(overlayNow()).toBeNull()
  press('?')
  expect(overlayNow()).toBe('help')
})

test('a key that is held does what it does once, but goes on along a list', () => {
  const onPage = vi.fn<() => void>()
  document.addEventListener('keydown', onPage)
  press('[', { repeat: true })
  press('r', { repeat: true })
  expect(onPage).not.toHaveBeenCalled()
  press('j', { repeat: true })
  press('ArrowDown', { repeat: true })
  press('[', { repeat: true }, document.querySelector('input') ?? document.body)
  expect(onPage).toHaveBeenCalledTimes(3)
  document.removeEventListener('keydown', onPage)
  press('k', { ctrlKey: true })
  press('k', { ctrlKey: true, repeat: true })
  expect(overlayNow()).toBe('palette')
})

test('j and k walk through the rows by their first thing to press, and x picks one', () => {
  const row = (name: string) =>
    `<tr><td><input type="checkbox" id="${name}"></td><td><button data-row>${name}</button></td></tr>`
  document.body.innerHTML = `<main class="main"><table><tbody>${row('a')}${row('b')}</tbody></table></main>`
  Object.defineProperty(HTMLElement.prototype, 'checkVisibility', { value: () => true, configurable: true })
  const names = ['j', 'j', 'j', 'k'].map((key) => {
    press(key, {}, document.activeElement ?? document.body)
    return document.activeElement?.textContent
  })
  expect(names).toEqual(['a', 'b', 'b', 'a'])
  press('x', {}, document.activeElement ?? document.body)
  expect(document.querySelector<HTMLInputElement>('#a')?.checked).toBe(true)
})

test('x leaves a switch alone, which would do something at once', () => {
  document.body.innerHTML =
    '<main class="main"><table><tbody><tr><td><input type="checkbox" role="switch"></td><td><a href="#m">m</a></td></tr></tbody></table></main>'
  Object.defineProperty(HTMLElement.prototype, 'checkVisibility', { value: () => true, configurable: true })
  press('j')
  expect(document.activeElement?.textContent).toBe('m')
  press('x', {}, document.activeElement ?? document.body)
  expect(document.querySelector('input')?.checked).toBe(false)
})

test('arrows walk from the row the focus is in, and scroll everywhere else', () => {
  const row = (name: string) => `<tr><td><a href="#${name}">${name}</a><input type="checkbox"></td></tr>`
  document.body.innerHTML = `<main class="main"><table><tbody>${row('a')}${row('b')}</tbody></table></main>`
  Object.defineProperty(HTMLElement.prototype, 'checkVisibility', { value: () => true, configurable: true })
  expect(press('ArrowDown').defaultPrevented).toBe(false)
  document.querySelector('a')?.focus()
  const steps = ['ArrowDown', 'ArrowDown', 'ArrowUp'].map((key) => {
    const { defaultPrevented } = press(key, {}, document.activeElement ?? document.body)
    return [document.activeElement?.textContent, defaultPrevented]
  })
  expect(steps).toEqual([
    ['b', true],
    ['b', false],
    ['a', true],
  ])
  const box = document.querySelector('input')
  box?.focus()
  press('ArrowDown', {}, box ?? document.body)
  expect(document.activeElement).toBe(box)
})

test('a key for what a page has waits for the page, and not for one that has nothing of the kind', () => {
  vi.useFakeTimers()
  Object.defineProperty(HTMLElement.prototype, 'checkVisibility', { value: () => true, configurable: true })
  const onClick = vi.fn<() => void>()
  const come = (page: string) => {
    document.body.innerHTML = `<main class="main">${page}</main>`
    document.querySelector('button')?.addEventListener('click', onClick)
  }
  press('t')
  vi.advanceTimersByTime(500)
  come('<h1>Usage</h1><button data-time-range>30 days</button>')
  vi.advanceTimersByTime(500)
  expect(onClick).toHaveBeenCalledTimes(1)

  come('<h1>Profile</h1>')
  press('t')
  come('<h1>Usage</h1><button data-time-range>30 days</button>')
  vi.advanceTimersByTime(5000)
  vi.useRealTimers()
  expect(onClick).toHaveBeenCalledTimes(1)
})
