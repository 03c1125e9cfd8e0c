import { useQuery } from '@tanstack/react-query'
import { Gauge } from 'lucide-react'
import { Suspense, useState } from 'react'
import { adminListAudit } from '../../../../src/contract/audit.ts'
import type { LimitInput } from '../../../../src/contract/limits.ts'
import type { Provider } from '../../../../src/contract/providers.ts'
import { adminGetProviderLimits, adminPutProviderLimits } from '../../../../src/contract/upstream-limits.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { withConsent } from '../../lib/consent.ts'
import { ask, askAgain, takeAnswer } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BulkLimits } from '../../ui/limits/bulk-limits-lazy.tsx'
import { LimitBars } from '../../ui/limits/limit-bars.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { RankBones } from '../../ui/traffic/bones.tsx'

/** What the provider may charge and be asked, and how much of it is used. */
export function LimitsCard({ provider }: { provider: Provider }) {
  const t = useTexts('providers')
  const question = ask(adminGetProviderLimits, { params: { id: provider.id } })
  const query = useQuery(question)
  const [open, setOpen] = useState(false)
  const apply = async (limits: LimitInput[]): Promise<boolean> => {
    const saved = await withConsent((consent) =>
      call(adminPutProviderLimits, { params: { id: provider.id }, body: { limits, ...consent } }),
    )
    if (saved === undefined) return false
    takeAnswer(question, saved)
    void askAgain(adminListAudit)
    toast.success(t('detail.saved'))
    return true
  }
  return (
    <Card className="relative">
      <CardHead title={t('detail.limits')} remark={<span className="hide">{t('detail.limitsHint')}</span>}>
        <Button small disabled={query.data === undefined} onClick={() => setOpen(true)}>
          <Icon of={Gauge} small />
          {t('detail.editLimits')}
        </Button>
      </CardHead>
      <Block query={query} bones={<RankBones rows={2} />}>
        {({ limits }) => <LimitBars limits={limits} className="desk:grid-cols-2" />}
      </Block>
      <Suspense fallback={null}>
        {open && query.data && (
          <BulkLimits
            items={[{ id: provider.id, name: provider.name, limits: query.data.limits }]}
            otherwise={t('act.noAnswer')}
            onApply={apply}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </Card>
  )
}
