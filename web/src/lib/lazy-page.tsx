import { use, type ComponentType, type ReactNode } from 'react'
import { loadTexts, type Namespace } from '../i18n/texts.ts'
import { loadChunk } from './load-chunk.ts'

/** A page whose code and texts are loaded when it is first wanted. */
export type LazyPage = (() => ReactNode) & { preload: () => Promise<void> }

/** Makes a page of a module that exports `Page`; its texts load beside it. */
export function lazyPage(load: () => Promise<{ Page: ComponentType }>, ...namespaces: readonly Namespace[]): LazyPage {
  let loading: Promise<ComponentType> | undefined

  const start = (): Promise<ComponentType> => {
    loading ??= loadChunk(load).then(({ Page }) => Page)
    // Forgotten after a failure, so that the next visit tries again.
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }

  function Lazy() {
    const Page = use(start())
    return <Page />
  }

  Lazy.preload = async () => {
    await Promise.all([start(), ...namespaces.map((ns) => loadTexts(ns))])
  }
  return Lazy
}
