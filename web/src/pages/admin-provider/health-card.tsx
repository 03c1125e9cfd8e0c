import { useQuery } from '@tanstack/react-query'
import { adminHealthMatrix } from '../../../../src/contract/overview.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMinute } from '../../lib/now.ts'
import { ask } from '../../lib/query.ts'
import { periodOf } from '../../lib/time-range.ts'
import { askSummary } from '../../lib/traffic/ask.ts'
import { failedShare } from '../../lib/traffic/figures.ts'
import { periodQuery } from '../../lib/traffic/use-period.ts'
import { useFormat, useZone } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { DayStrip } from '../../ui/offers/day-strip.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { BoxBones } from '../../ui/traffic/bones.tsx'

/** How the provider did over the last day. */
export function HealthCard({ id }: { id: string }) {
  const t = useTexts('providers')
  const format = useFormat()
  const query = useQuery(ask(adminHealthMatrix))
  const now = useMinute()
  const zone = useZone()
  const day = periodQuery(periodOf('24h', { now, zone }), zone)
  const traffic = useQuery(askSummary('admin', { ...day, provider: id })).data?.current
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
                  {traffic && (
                    <>
                      <span>
                        {t('detail.health.requests')} <b className="b">{format.count(traffic.requests)}</b>
                      </span>
                      <span>
                        {t('detail.health.failed')} <b className="b">{format.percent(failedShare(traffic))}</b>
                      </span>
                      <span>
                        {t('detail.health.upstream')} <b className="b">{format.usd(traffic.upstream_cost)}</b>
                      </span>
                    </>
                  )}
                </p>
              </div>
            ))
        }
      </Block>
    </Card>
  )
}
