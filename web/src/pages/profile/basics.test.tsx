import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Me } from '../../../../src/contract/users.ts'
import { loadTexts, setLocale } from '../../i18n/texts.ts'
import { answerConfirm } from '../../lib/confirm.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Basics } from './basics.tsx'

// Only its name, e-mail and language are shown.
const user = { id: 'usr_1', name: 'Lin', email: 'lin@example.com', locale: null } as Me
let root: Root
let router: ReturnType<typeof makeRouter>

function makeRouter() {
  const parent = createRootRoute()
  const Profile = () => (
    <>
      <Basics user={user} />
      <ConfirmDialog />
    </>
  )
  const profile = createRoute({ getParentRoute: () => parent, path: '/profile', component: Profile })
  const away = createRoute({ getParentRoute: () => parent, path: '/elsewhere' })
  return createRouter({
    routeTree: parent.addChildren([profile, away]),
    history: createMemoryHistory({ initialEntries: ['/profile'] }),
  })
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await Promise.all([loadTexts('profile'), loadTexts('ui')])
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  root = createRoot(place)
  router = makeRouter()
  await act(async () => root.render(<RouterProvider router={router as never} />))
})

afterEach(async () => {
  act(() => answerConfirm(false))
  act(() => root.unmount())
  await setLocale('zh-CN')
  vi.unstubAllGlobals()
})

const chosen = () => document.querySelector('[role=radio][aria-checked=true], input[type=radio]:checked')
const save = () => document.querySelector<HTMLButtonElement>('button[type=submit]')

test('a language that is chosen elsewhere stands here too, and is nothing to be saved', async () => {
  const before = chosen()
  expect(before).not.toBeNull()
  await act(() => setLocale('en'))
  expect(chosen()).not.toBe(before)
  expect(save()?.disabled).toBe(true)
})

const goAway = () => act(async () => void router.navigate({ href: '/elsewhere' }))

test('leaving asks before what is changed is lost', async () => {
  await act(async () => document.querySelector<HTMLElement>('input[type=radio]:not(:checked)')?.click())
  expect(save()?.disabled).toBe(false)
  await goAway()
  expect(document.querySelector('[role=alertdialog] h2')?.textContent).toBe('放弃未保存的内容？')
  expect(router.history.location.href).toBe('/profile')
})

test('leaving without a change asks nothing', async () => {
  await goAway()
  expect(document.querySelector('[role=alertdialog]')).toBeNull()
  expect(router.history.location.href).toBe('/elsewhere')
})
