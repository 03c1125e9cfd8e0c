// First, because it says in which order the layers of all other style sheets count.
import './ui/styles/all.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTexts, textsOf } from './i18n/texts.ts'
import { swallowGlobalErrors } from './lib/global-errors.ts'
import { onRoleChanged, startSession } from './lib/session.ts'
import { startTheme } from './lib/theme.ts'
import { toast } from './lib/toast.ts'
import { onTokensArrived, onTokensGone } from './lib/tokens.ts'
import { keepWantedPath } from './lib/wanted-path.ts'
import { makeRouter } from './routes.tsx'

swallowGlobalErrors()
startTheme()
startSession()

const router = makeRouter()

let saidExpired = 0
// Whoever loses the session stands at the sign-in page and comes back to the same place.
onTokensGone((why) => {
  if (router.state.location.pathname === '/login') return
  if (why !== 'left') keepWantedPath(router.state.location.href)
  if (why === 'expired') saidExpired = toast.warning(textsOf('common')('session.expired'))
  void router.navigate({ to: '/login' })
})
// Who has signed in again is not asked to any more.
router.subscribe('onResolved', ({ toLocation }) => {
  if (toLocation.pathname !== '/login') toast.close(saidExpired)
})
// Signed in in another tab: the guard decides where this one goes.
onTokensArrived(() => void router.invalidate())
// Made an administrator, or one no more: the guard decides whether what is open may stay so.
onRoleChanged(() => void router.invalidate())

await startTexts()
// Drawn only when the first page is there: what React has once drawn as missing it leaves so for 300 ms.
await router.load()

const place = document.getElementById('root')
if (place === null) throw new Error('no place to draw in')
createRoot(place).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
