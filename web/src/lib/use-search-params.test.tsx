import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test, vi } from 'vitest'
import { parseSearch, stringifySearch, useSearchParams } from './search-params.ts'

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})

const seen: string[] = []

/** Two pages that note what they read; the second is there when `arrive` is called. */
function pages() {
  const { promise, resolve: arrive } = Promise.withResolvers<void>()
  const root = createRootRoute({ component: () => <Outlet /> })
  const page = (path: string, loader?: () => Promise<void>) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: () => <Reader name={path} />,
      ...(loader && { loader }),
    })
  const router = createRouter({
    routeTree: root.addChildren([page('/first'), page('/second', () => promise)]),
    history: createMemoryHistory({ initialEntries: ['/first?q=a'] }),
    parseSearch,
    stringifySearch,
  })
  return { router, arrive }
}

/** A page that opens something, goes on to the next, and closes it. */
async function opener(address: string) {
  const page = createRootRoute({ component: Opener })
  const history = createMemoryHistory({ initialEntries: ['/elsewhere', address] })
  const router = createRouter({ routeTree: page, history, parseSearch, stringifySearch })
  const place = document.createElement('div')
  await act(async () => createRoot(place).render(<RouterProvider router={router as never} />))
  const press = (name: string) => act(async () => place.querySelector<HTMLElement>(`[name=${name}]`)?.click())
  return { history, press }
}

const PRESSES = {
  open: [{ req: '1' }, { push: true }],
  next: [{ req: '2' }],
  close: [{ req: null }],
} as const

function Opener() {
  const [, change] = useSearchParams()
  return Object.entries(PRESSES).map(([name, [patch, options]]) => (
    <button key={name} name={name} onClick={() => change(patch, options)}>
      {name}
    </button>
  ))
}

test('what was opened and is closed is no step for the back button', async () => {
  const { history, press } = await opener('/?q=a')
  await press('open')
  await press('next')
  expect([history.location.href, history.length]).toEqual(['/?q=a&req=2', 3])
  await press('close')
  expect(history.location.href).toBe('/?q=a')
  await act(async () => history.back())
  expect(history.location.href).toBe('/elsewhere')
})

test('what a link has opened is closed where it stands', async () => {
  const { history, press } = await opener('/?req=1')
  await press('close')
  expect(history.location.href).toBe('/')
  await act(async () => history.back())
  expect(history.location.href).toBe('/elsewhere')
})

function Reader({ name }: { name: string }) {
  const [search, change] = useSearchParams()
  seen.push(`${name}${stringifySearch(search)}`)
  return <button onClick={() => change({ page: '2' })}>{name}</button>
}

test('a page keeps its own parameters until the next one is drawn', async () => {
  const { router, arrive } = pages()
  const place = document.createElement('div')
  await act(async () => createRoot(place).render(<RouterProvider router={router as never} />))
  expect(seen.at(-1)).toBe('/first?q=a')
  await act(async () => place.querySelector('button')?.click())
  expect(seen.at(-1)).toBe('/first?q=a&page=2')

  seen.length = 0
  let going: Promise<void> | undefined
  await act(async () => {
    going = router.navigate({ href: '/second?new=1' })
  })
  expect(router.state.location.search).toEqual({ new: '1' })
  expect(seen.filter((one) => one.includes('new'))).toEqual([])
  await act(async () => {
    arrive()
    await going
  })
  expect(seen.at(-1)).toBe('/second?new=1')
  expect(seen).not.toContain('/first?new=1')
})
