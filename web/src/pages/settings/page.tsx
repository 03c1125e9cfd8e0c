import { useTexts } from '../../i18n/use-texts.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Anchors } from './anchors.tsx'
import { Defaults } from './defaults.tsx'
import { Keys } from './keys.tsx'
import { Leave } from './leave.tsx'
import { Look } from './look.tsx'
import { Notices } from './notices.tsx'
import { Numbers } from './numbers.tsx'
import { Region } from './region.tsx'
import './settings.css'

/** How the console looks, speaks and counts for the signed-in user; every choice is saved at once. */
export function Page() {
  const c = useTexts('common')
  return (
    <>
      <PageHead title={c('places.settings')} />
      <div className="settings">
        <Anchors />
        <div className="stack">
          <Look />
          <Region />
          <Numbers />
          <Keys />
          <Notices />
          <Defaults />
          <Leave />
        </div>
      </div>
    </>
  )
}
