import { useState, type FormEvent } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Search } from '../../lib/search-params.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { toStored, type Place } from '../../lib/traffic/views.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useViews } from './use-views.ts'

const MOST = 40
const MOST_VIEWS = 30

type Props = { search: Search; place: Place; onClose: () => void }

/** Gives a name to what is shown. */
export function SaveView({ search, place, onClose }: Props) {
  const t = useTexts('usage')
  const { names, save } = useViews(place)
  const [name, setName] = useState('')
  const { leave, done } = useUnsaved(name !== '', onClose)
  const [tried, setTried] = useState(false)
  const wanted = name.trim()
  const again = names.includes(wanted)
  const full = names.length >= MOST_VIEWS && !again
  const error = full ? t('views.full', { most: MOST_VIEWS }) : wanted === '' ? t('views.empty') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (error !== undefined) return
    void save(toStored(wanted, search, place))
    done()
  }
  return (
    <Dialog open onClose={leave} title={t('views.save_title')}>
      <form onSubmit={submit} noValidate>
        <TextField
          label={t('views.label')}
          hint={again ? t('views.again') : t('views.hint')}
          error={tried ? error : undefined}
          value={name}
          maxLength={MOST}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        <div className="da">
          <Button onClick={leave}>{t('views.cancel')}</Button>
          <Button type="submit" kind="primary">
            {t('views.keep')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
