import { ShieldCheck } from 'lucide-react'
import { useTexts } from '../i18n/use-texts.ts'
import { fetchMe } from '../lib/session.ts'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { SetUp, useSetUp } from '../ui/second-factor/set-up.tsx'

/** Stands in place of every page until the second factor that the operator asks for is on. */
export function FirstSecondFactor() {
  const t = useTexts('twostep')
  const setUp = useSetUp(() => void fetchMe())
  return (
    <>
      <PageHead title={t('title')} />
      <Card className="first-duty">
        <p className="row t2">
          <Icon of={ShieldCheck} />
          {t('first.why')}
        </p>
        <h2>{t(`step.${setUp.shown.step}`)}</h2>
        <SetUp setUp={setUp} />
      </Card>
    </>
  )
}
