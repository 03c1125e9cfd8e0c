import { Lock } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { Me } from '../../../../src/contract/users.ts'
import { setLocale } from '../../i18n/texts.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError } from '../../lib/call-error.ts'
import { LANGUAGE_NAMES, LOCALES, useLocale, type Locale } from '../../lib/locale.ts'
import { saveMe } from '../../lib/save-me.ts'
import { toast } from '../../lib/toast.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextField } from '../../ui/text-field.tsx'

const MOST = 64

/** Name and language of the signed-in user. */
export function Basics({ user }: { user: Me }) {
  const t = useTexts('profile')
  const now = useLocale()
  const [name, setName] = useState(user.name)
  // What is chosen elsewhere meanwhile is no change that was begun here.
  const [chosen, setLanguage] = useState<Locale | null>(null)
  const language = chosen ?? now
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const dirty = name.trim() !== user.name || language !== now
  useUnsaved(dirty)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setError(t('basics.empty'))
    setBusy(true)
    setError(undefined)
    try {
      await saveMe({ name: name.trim(), locale: language })
      await setLocale(language)
      setLanguage(null)
      toast.success(t('basics.saved'))
    } catch (failure) {
      setError((failure instanceof CallError && (failure.fields['name'] ?? failure.detail)) || t('basics.failed'))
    } finally {
      setBusy(false)
    }
  }
  const discard = () => {
    setName(user.name)
    setLanguage(null)
    setError(undefined)
  }

  return (
    <Card flush>
      <CardHead title={t('basics.title')} remark={t('basics.remark')} />
      <form onSubmit={(event) => void submit(event)} noValidate>
        <div className="bd">
          <TextField
            label={t('basics.name')}
            value={name}
            maxLength={MOST}
            autoComplete="name"
            error={error}
            onChange={(event) => setName(event.target.value)}
            after={<span className="t3 n">{`${name.length} / ${MOST}`}</span>}
          />
          <TextField
            label={t('basics.email')}
            value={user.email}
            readOnly
            className="ro"
            after={<Icon of={Lock} small />}
          />
          <Field label={t('basics.locale')} group>
            {() => (
              <Segmented
                className="justify-self-start"
                label={t('basics.locale')}
                options={LOCALES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
                value={language}
                onChange={setLanguage}
              />
            )}
          </Field>
        </div>
        <div className={dirty ? 'sv dirty' : 'sv'}>
          {dirty && <span role="status">{t('basics.dirty')}</span>}
          <span className="sp" />
          {dirty && (
            <Button kind="ghost" small onClick={discard}>
              {t('basics.discard')}
            </Button>
          )}
          <Button type="submit" kind="primary" small busy={busy} disabled={!dirty}>
            {t('basics.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
