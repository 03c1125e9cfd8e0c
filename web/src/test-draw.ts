import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, createContext, createElement, use, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, vi } from 'vitest'
import { loadTexts, type Namespace } from './i18n/texts.ts'
import { queryClient } from './lib/query.ts'
import { parseSearch, stringifySearch } from './lib/search-params.ts'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
// An answer is drawn within the act that waits for it, also where a test holds the time.
notifyManager.setScheduler(queueMicrotask)

const Shown = createContext<ReactNode>(null)
const Page = () => use(Shown)

/** Where something is drawn, the router it is drawn by, and a way to draw something else there, or nothing. */
export type Drawn = {
  place: HTMLElement
  router: ReturnType<typeof routerAt>
  redraw: (what: ReactNode) => Promise<void>
}

/** Draws something as the console does, at an address and with its texts; with its test it goes, and so do answers that were read and what stood in for globals. */
export async function draw(
  what: ReactNode,
  { at = '/', texts = [] }: { at?: string; texts?: readonly Namespace[] } = {},
): Promise<Drawn> {
  const place = document.createElement('div')
  const root = createRoot(place)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    place.remove()
    queryClient.clear()
    vi.unstubAllGlobals()
  })
  const router = routerAt(at)
  await Promise.all([router.load(), ...texts.map(loadTexts)])
  document.body.append(place)
  const redraw = (next: ReactNode) => act(async () => root.render(page(next, router)))
  await redraw(what)
  return { place, router, redraw }
}

function routerAt(at: string) {
  return createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch,
    stringifySearch,
  })
}

function page(what: ReactNode, router: ReturnType<typeof routerAt>): ReactNode {
  const routed = createElement(RouterProvider, { router: router as never })
  return createElement(QueryClientProvider, { client: queryClient }, createElement(Shown, { value: what }, routed))
}

/** Waits until what is drawn is as it should be. */
export function settled(check: () => void): Promise<void> {
  const holds = async () => {
    await act(async () => {})
    check()
    return true
  }
  return expect.poll(holds).toBe(true)
}

/** Types a text into a field, in place of what is there. */
export function type(field: Element | null | undefined, text: string, how: InputEventInit = {}): Promise<void> {
  if (!field) throw new Error('there is nothing to type into')
  return act(async () => {
    // React overwrites the setter of the element; that of its class is the browser's own.
    Reflect.set(Object.getPrototypeOf(field), 'value', text, field)
    field.dispatchEvent(new InputEvent('input', { bubbles: true, ...how }))
  })
}
