import { use, type ComponentType, type ReactNode } from 'react'
import { loadTexts, type Namespace, warmTexts } from '../i18n/texts.ts'
import { loadChunk, warmChunk } from './load-chunk.ts'

/** A page whose code and texts are loaded when it is first wanted. */
export type LazyPage = (() => ReactNode) & {
  /** For the router, which is on its way to it. */
  preload: () => Promise<void>
  /** For whoever may go there: a failure is nobody's business. */
  warm: () => void
}

/** Makes a page of a module that exports `Page`; its texts load beside it. */
export function lazyPage(load: () => Promise<{ Page: ComponentType }>, ...namespaces: readonly Namespace[]): LazyPage {
  let loading: Promise<ComponentType> | undefined
  let loaded: ComponentType | undefined

  const start = (): Promise<ComponentType> => {
    loading ??= loadChunk(load).then(({ Page }) => (loaded = Page))
    // Forgotten after a failure, so that the next visit tries again.
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }

  function Lazy() {
    const Page = loaded ?? use(start())
    return <Page />
  }

  Lazy.preload = async () => {
    await Promise.all([start(), ...namespaces.map((ns) => loadTexts(ns))])
  }
  Lazy.warm = () => {
    void warmChunk(load)
    for (const ns of namespaces) warmTexts(ns)
  }
  return Lazy
}

/** A page with parts of it that are files of their own: what React finds missing it leaves out for 300 ms, however soon it comes. */
export async function together<P>(page: Promise<P>, ...parts: readonly Promise<unknown>[]): Promise<P> {
  const [found] = await Promise.all([page, ...parts])
  return found
}
