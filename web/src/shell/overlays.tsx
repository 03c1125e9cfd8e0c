import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { lazyPage } from '../lib/lazy-page.tsx'
import { loadChunk } from '../lib/load-chunk.ts'
import { closeOverlay, useOverlay } from '../lib/overlays.ts'
import { useScope } from '../lib/scope.ts'
import { isAdmin, useUser } from '../lib/session.ts'
import { keepKeys } from './early-keys.ts'
import type { Standing } from './global-keys.ts'

const loadKeys = () => loadChunk(() => import('./global-keys.ts'))
const Palette = lazyPage(() => import('./palette/palette.tsx'), 'palette')
const Help = lazyPage(() => import('./help.tsx'), 'shortcuts')

/** The command palette and the list of shortcuts, and the keys of every page; their code loads when they are first wanted. */
export function Overlays() {
  const overlay = useOverlay()
  const here = useLocation({ select: (location) => location.href })
  const navigate = useNavigate()
  const standing: Standing = {
    scope: useScope(),
    isAdmin: isAdmin(useUser()),
    go: (path) => void navigate({ to: path }),
  }
  const latest = useRef(standing)
  useEffect(() => {
    latest.current = standing
  })
  // Keys can wait until the page is drawn; the palette is still reached by its buttons where they do not come.
  useEffect(() => {
    let end: (() => void) | undefined
    let gone = false
    // What is pressed before they come counts when they have.
    const endKeeping = keepKeys()
    void loadKeys().then(
      ({ followKeys }) => {
        if (!gone) end = followKeys(() => latest.current)
        endKeeping(!gone)
      },
      () => endKeeping(false),
    )
    return () => {
      gone = true
      end?.()
    }
  }, [])
  // Whatever led elsewhere, they have done their work.
  useEffect(() => closeOverlay, [here])
  return (
    <Suspense fallback={null}>
      {overlay === 'palette' && <Palette />}
      {overlay === 'help' && <Help />}
    </Suspense>
  )
}
