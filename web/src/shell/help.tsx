import { useTexts } from '../i18n/use-texts.ts'
import { closeOverlay } from '../lib/overlays.ts'
import { usePreference } from '../lib/preferences.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ShortcutList } from '../ui/shortcut-list.tsx'

/** Every shortcut, at the press of `?`. */
export function Page() {
  const t = useTexts('shortcuts')
  const on = usePreference('shortcuts')
  return (
    <Dialog
      open
      onClose={closeOverlay}
      title={t('title')}
      actions={
        <Button data-focus-first onClick={closeOverlay}>
          {t('close_help')}
        </Button>
      }
    >
      <div className="mt">
        {!on && <p className="t2">{t('off')}</p>}
        <ShortcutList />
      </div>
    </Dialog>
  )
}
