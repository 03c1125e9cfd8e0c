import { useQuery } from '@tanstack/react-query'
import { adminHealthMatrix } from '../../../../src/contract/overview.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { DayStrip } from '../../ui/offers/day-strip.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { BoxBones } from '../../ui/traffic/bones.tsx'

/** How the provider did over the last day. */
export function HealthCard({ id }: { id: string }) {
  const t = useTexts('providers')
  const format = useFormat()
  const query = useQuery(ask(adminHealthMatrix))
  return (
    <Card className="relative">
      <CardHead title={t('detail.health.title')} remark={t('detail.health.remark')} />
      <Block query={query} bones={<BoxBones height={48} />}>
        {({ items }) =>
          items
            .filter((row) => row.id === id)
            .map(({ name, health }) => (
              <div key={id} className="col">
                <DayStrip name={name} health={health} />
                <p className="row wrap gap16 t2 n">
                  <span>
                    {t('detail.health.availability')} <b className="b">{format.percent(health.availability)}</b>
                  </span>
                  <span>
                    {t('detail.health.firstToken')} <b className="b">{format.seconds(health.first_token_p50)}</b>
                  </span>
                  <span>
                    {t('detail.health.speed')}{' '}
                    <b className="b">
                      {health.tokens_per_second === null ? format.NONE : `${Math.round(health.tokens_per_second)} t/s`}
                    </b>
                  </span>
                </p>
              </div>
            ))
        }
      </Block>
    </Card>
  )
}
