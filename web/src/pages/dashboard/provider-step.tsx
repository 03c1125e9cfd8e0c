import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { buttonClass } from '../../ui/button.tsx'

/** An administrator's first step: a provider that requests can go to. */
export function ProviderStep({ name }: { name: string | undefined }) {
  const t = useTexts('start')
  if (name !== undefined) return <p className="t3">{name}</p>
  return (
    <>
      <p className="t2">{t('providerText')}</p>
      <div className="row mt-2">
        <Link to="/admin/models-providers" className={buttonClass({ kind: 'primary' })}>
          {t('addProvider')}
        </Link>
      </div>
    </>
  )
}
