import { beforeEach, expect, test, vi } from 'vitest'
import { type Drawn, draw } from '../test-draw.ts'
import { useShortcuts } from './use-shortcuts.ts'

let redraw: Drawn['redraw']
const create = vi.fn<() => void>()

function Example({ where }: { where?: 'over' }) {
  useShortcuts({ c: create }, where)
  return <input aria-label="text" />
}

beforeEach(async () => {
  create.mockClear()
  document.body.replaceChildren()
  ;({ redraw } = await draw(<Example />))
})

const press = (more: KeyboardEventInit = {}, on: Element = document.body) =>
  on.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true, cancelable: true, ...more }))

test('a single key does what the page says', () => {
  press()
  expect(create).toHaveBeenCalledOnce()
})

test.each([
  ['while somebody types', {}, 'input'],
  ['while a word is composed', { isComposing: true }, 'body'],
  ['with a modifier', { ctrlKey: true }, 'body'],
] as const)('nothing happens %s', (_, init, where) => {
  press(init, document.querySelector(where) ?? document.body)
  expect(create).not.toHaveBeenCalled()
})

test('nothing happens behind an open dialog', () => {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('open', '')
  document.body.append(dialog)
  press()
  expect(create).not.toHaveBeenCalled()
})

test('nothing happens in a drawer behind a question either', async () => {
  await redraw(<Example where="over" />)
  const dialog = document.createElement('dialog')
  document.body.append(dialog)
  dialog.setAttribute('open', '')
  press()
  expect(create).not.toHaveBeenCalled()
  dialog.removeAttribute('open')
  press()
  expect(create).toHaveBeenCalledOnce()
})

test.each(['combobox', 'listbox'])('a letter that finds a choice in a %s does nothing else', (role) => {
  const list = document.createElement('div')
  list.setAttribute('role', role)
  list.append(document.createElement('div'))
  document.body.append(list)
  press({}, list.firstElementChild ?? list)
  expect(create).not.toHaveBeenCalled()
})

test('a letter that finds a line of a menu does nothing in the drawer behind it', async () => {
  await redraw(<Example where="over" />)
  const menu = document.createElement('div')
  menu.setAttribute('role', 'menu')
  menu.append(document.createElement('div'))
  document.body.append(menu)
  press({}, menu.firstElementChild ?? menu)
  expect(create).not.toHaveBeenCalled()
  press()
  expect(create).toHaveBeenCalledOnce()
})

test('nothing happens where single keys are switched off', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}'))
  const { savePreferences } = await import('./preferences.ts')
  await savePreferences({ shortcuts: false })
  press()
  expect(create).not.toHaveBeenCalled()
  await savePreferences({ shortcuts: true })
  press()
  expect(create).toHaveBeenCalledOnce()
})
