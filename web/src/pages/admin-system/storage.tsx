import { useQuery } from '@tanstack/react-query'
import { adminGetStorage, type StorageView } from '../../../../src/contract/system.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { bytes } from '../../lib/bytes.ts'

/** What requests take a day, and what they will take as they are kept; `days` is what is typed and not saved yet. */
export function Storage({ days }: { days: number | undefined }) {
  const t = useTexts('config')
  const query = useQuery(ask(adminGetStorage))
  return (
    <Card className="relative">
      <CardHead title={t('storage.title')} remark={t('storage.remark')} />
      <Block query={query} bones={<TableSkeleton rows={3} />}>
        {(storage) =>
          storage.bytes_per_request === 0 ? (
            <p className="t3">{t('storage.none')}</p>
          ) : (
            <Facts storage={storage} days={days ?? storage.kept_days} />
          )
        }
      </Block>
    </Card>
  )
}

function Facts({ storage, days }: { storage: StorageView; days: number }) {
  const t = useTexts('config')
  const { count } = useFormat()
  const facts = [
    [
      'day',
      t('storage.day_is', {
        size: bytes(storage.bytes_per_day),
        n: count(storage.requests_per_day),
        each: bytes(storage.bytes_per_request),
      }),
    ],
    ['forecast', t('storage.forecast_is', { count: days, n: count(days), size: bytes(storage.bytes_per_day * days) })],
    ['database', bytes(storage.database)],
    ['free', bytes(storage.disk_free)],
  ] as const
  return (
    <>
      <dl className="sys-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="t2">{t(`storage.${name}`)}</dt>
            <dd className="n">{value}</dd>
          </div>
        ))}
      </dl>
      {storage.full_in_days !== null && (
        <Note tone="warn" urgent>
          <span>{t('storage.full', { count: storage.full_in_days, n: count(storage.full_in_days) })}</span>
        </Note>
      )}
    </>
  )
}
