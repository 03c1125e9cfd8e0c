import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { adminVerifyAudit } from '../../../../src/contract/audit.ts'
import type { AnswerOf } from '../../../../src/contract/endpoint.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { exact } from '../../lib/format.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useAct } from '../../lib/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'

type Report = AnswerOf<typeof adminVerifyAudit>

/** Whether every row is as it was written, when somebody asks. */
export function ChainCheck() {
  const t = useTexts('audit')
  const [report, setReport] = useState<Report | null>(null)
  const { busy, act } = useAct({ failed: t('chain.failed'), retry: t('retry') })
  const check = () => act(async () => setReport(await call(adminVerifyAudit)))
  return (
    <Card aria-label={t('chain.title')} className="row">
      <output className="row wrap min-w-0 flex-1">{report === null ? <Unknown /> : <Verdict report={report} />}</output>
      <Button busy={busy} onClick={() => void check()}>
        {t('chain.check')}
      </Button>
    </Card>
  )
}

function Unknown() {
  const t = useTexts('audit')
  return (
    <>
      <Icon of={ShieldCheck} />
      <b>{t('chain.title')}</b>
      <span className="t3">{t('chain.said')}</span>
    </>
  )
}

function Verdict({ report: { breach, checked, unchained } }: { report: Report }) {
  const t = useTexts('audit')
  const [, change] = useSearchParams()
  if (breach === null) {
    return (
      <>
        <Icon of={ShieldCheck} className="ok" />
        <b>{t('chain.whole')}</b>
        <span className="t2 n">{t('chain.checked', { n: exact(checked) })}</span>
        {unchained > 0 && <span className="t3">{t('chain.unchained', { n: exact(unchained) })}</span>}
      </>
    )
  }
  const { id, n, why } = breach
  return (
    <>
      <Icon of={ShieldAlert} className="err" />
      <b className="err">{t('chain.broken')}</b>
      <span>
        {t(`chain.why.${why}`)} {n !== null && <span className="n">#{exact(n)}</span>}
      </span>
      {id !== null && (
        <Button small kind="ghost" onClick={() => change({ event: id }, { push: true })}>
          {t('chain.look')}
        </Button>
      )}
    </>
  )
}
