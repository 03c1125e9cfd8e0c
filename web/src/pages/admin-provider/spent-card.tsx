import { useTexts } from '../../i18n/use-texts.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { Ranking } from '../../ui/traffic/ranking.tsx'
import { useRange } from './use-range.ts'

/** Whom the provider's cost was for. */
export function SpentCard({ id }: { id: string }) {
  const t = useTexts('providers')
  const offers = useTexts('offers')
  const { own, range } = useRange(id)
  return (
    <Card>
      <CardHead title={t('detail.spent.title')} remark={offers(`range.${range}`)} />
      <Ranking scope="admin" query={own} by="user" none={offers('mapping.none')} />
    </Card>
  )
}
