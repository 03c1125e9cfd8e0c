import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { answerConfirm } from './confirm.ts'
import { useUnsaved } from './use-unsaved.ts'

const onClose = vi.fn<() => void>()
let root: Root
let router: ReturnType<typeof makeRouter>

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  root = createRoot(place)
  onClose.mockClear()
})

afterEach(() => {
  act(() => answerConfirm(false))
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

function Form({ close }: { close: (() => void) | undefined }) {
  const [dirty, setDirty] = useState(false)
  const out = useUnsaved(dirty, close)
  return (
    <>
      <button name="type" onClick={() => setDirty(true)}>
        type
      </button>
      <button name="restore" onClick={() => setDirty(false)}>
        restore
      </button>
      <button name="leave" onClick={out.leave}>
        leave
      </button>
      <button name="done" onClick={out.done}>
        done
      </button>
      <ConfirmDialog />
    </>
  )
}

function makeRouter(close?: () => void) {
  const parent = createRootRoute()
  const form = createRoute({ getParentRoute: () => parent, path: '/form', component: () => <Form close={close} /> })
  const others = ['/elsewhere', '/login'].map((path) =>
    createRoute({ getParentRoute: () => parent, path, component: ConfirmDialog }),
  )
  return createRouter({
    routeTree: parent.addChildren([form, ...others]),
    history: createMemoryHistory({ initialEntries: ['/form'] }),
  })
}

async function show(close?: () => void): Promise<void> {
  router = makeRouter(close)
  await act(async () => root.render(<RouterProvider router={router as never} />))
}

const press = (name: string) => act(async () => document.querySelector<HTMLElement>(`[name=${name}]`)?.click())
const goTo = (href: string) => act(async () => void router.navigate({ href }))
const question = () => document.querySelector('dialog h2')?.textContent
const answers = () => [...document.querySelectorAll<HTMLElement>('dialog button')]
const answer = (text: string) =>
  act(async () =>
    answers()
      .find((one) => one.textContent === text)
      ?.click(),
  )

test('nothing is asked where nothing has changed, or where it is as it was again', async () => {
  await show(onClose)
  await press('leave')
  expect(onClose).toHaveBeenCalledTimes(1)
  await press('type')
  await press('restore')
  await press('leave')
  expect(question()).toBeUndefined()
  expect(onClose).toHaveBeenCalledTimes(2)
})

test('what was typed is given up only when the reader says so', async () => {
  await show(onClose)
  await press('type')
  await press('leave')
  expect(question()).toBe('放弃未保存的内容？')
  await answer('继续编辑')
  expect(onClose).not.toHaveBeenCalled()
  await press('leave')
  await answer('放弃')
  expect(onClose).toHaveBeenCalledOnce()
})

test('another address asks too, and stays where it is until there is an answer', async () => {
  await show(onClose)
  await press('type')
  await goTo('/form?tab=2')
  expect(question()).toBe('放弃未保存的内容？')
  await answer('继续编辑')
  expect(router.history.location.href).toBe('/form')
  await goTo('/elsewhere')
  await answer('放弃')
  expect(router.history.location.href).toBe('/elsewhere')
})

test('what is saved is left without a question, whatever the address does then', async () => {
  await show(onClose)
  await press('type')
  await press('done')
  await goTo('/elsewhere')
  expect(question()).toBeUndefined()
  expect(onClose).toHaveBeenCalledOnce()
  expect(router.history.location.href).toBe('/elsewhere')
})

test('what is typed after a way out was refused is asked about again', async () => {
  await show(onClose)
  await press('leave')
  await press('type')
  await press('leave')
  expect(question()).toBe('放弃未保存的内容？')
})

test('within a page one moves freely, and another page asks', async () => {
  await show()
  await press('type')
  await goTo('/form?section=mail')
  expect(question()).toBeUndefined()
  expect(router.history.location.href).toBe('/form?section=mail')
  await goTo('/elsewhere')
  expect(question()).toBe('放弃未保存的内容？')
})

test('a session that is over ends at the sign-in page without a question', async () => {
  await show(onClose)
  await press('type')
  await goTo('/login')
  expect(question()).toBeUndefined()
  expect(router.history.location.href).toBe('/login')
})

test('two forms that are both begun ask once, and then both are left', async () => {
  const Other = () => {
    useUnsaved(true)
    return null
  }
  const parent = createRootRoute()
  const Both = () => (
    <>
      <Form close={undefined} />
      <Other />
    </>
  )
  const form = createRoute({ getParentRoute: () => parent, path: '/form', component: Both })
  const away = createRoute({ getParentRoute: () => parent, path: '/elsewhere' })
  const history = createMemoryHistory({ initialEntries: ['/form'] })
  router = createRouter({ routeTree: parent.addChildren([form, away]), history }) as never
  await act(async () => root.render(<RouterProvider router={router as never} />))
  await press('type')
  await goTo('/elsewhere')
  await answer('放弃')
  expect(question()).toBeUndefined()
  expect(router.history.location.href).toBe('/elsewhere')
})

test('another way out while the question stands neither asks anew nor answers it', async () => {
  await show()
  await press('type')
  await goTo('/elsewhere')
  const standing = document.querySelector('dialog')
  await goTo('/elsewhere?again=1')
  expect(document.querySelector('dialog')).toBe(standing)
  await answer('放弃')
  expect(router.history.location.href).toBe('/elsewhere')
})

test('a session that ends while the question stands takes the question along', async () => {
  await show()
  await press('type')
  await goTo('/elsewhere')
  await goTo('/login')
  expect(question()).toBeUndefined()
  expect(router.history.location.href).toBe('/login')
})
