import { Link } from '@tanstack/react-router'
import { Compass, Search } from 'lucide-react'
import { lazy } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { loadChunk } from '../lib/load-chunk.ts'
import { openOverlay } from '../lib/overlays.ts'
import { useUser } from '../lib/session.ts'
import { MOD } from '../lib/shortcut-table.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Icon } from '../ui/icon.tsx'
import { Kbd } from '../ui/kbd.tsx'

// By the same way as the router has it, so that it stays one file.
const Frame = lazy(() => loadChunk(() => import('./frame.tsx')).then((found) => ({ default: found.Frame })))

/** For a path that leads nowhere: whoever is signed in keeps the menu and may search, a stranger goes home. */
export function Page() {
  const signedIn = useUser() !== null
  return signedIn ? (
    <Frame>
      <div className="alone">
        <Lost search />
      </div>
    </Frame>
  ) : (
    <main className="alone">
      <Lost />
    </main>
  )
}

function Lost({ search = false }: { search?: boolean }) {
  const t = useTexts('system')
  return (
    <Empty
      icon={Compass}
      title={t('lost.title')}
      text={t(search ? 'lost.search' : 'lost.text')}
      actions={
        <>
          {search && (
            <Button onClick={() => openOverlay('palette')}>
              <Icon of={Search} small />
              {t('lost.palette')}
              <Kbd className="hide">{MOD === '⌘' ? '⌘K' : `${MOD} K`}</Kbd>
            </Button>
          )}
          <Link to="/" className={buttonClass(search ? { kind: 'ghost' } : {})}>
            {t('lost.home')}
          </Link>
        </>
      }
    />
  )
}
