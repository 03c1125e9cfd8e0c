import type { StorageView } from '../../../../src/contract/system.ts'
import { colourOf } from '../../charts/palette.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { bytes } from '../../lib/bytes.ts'

/** What Yumen takes now, by kind, of the disk where that is known. */
export function StorageNow({ seen }: { seen: StorageView }) {
  const t = useTexts('config')
  const parts = [
    ['rows', seen.rows],
    ['captures', seen.captures],
    ['rest', seen.database - seen.rows],
    ['backups', seen.backups],
  ] as const
  const { disk } = seen
  const own = parts.reduce((sum, [, size]) => sum + (size ?? 0), 0)
  const whole = Math.max(1, disk?.total ?? own)
  return (
    <section className="sys-now">
      <div className="row">
        <h3>{t('storage.now')}</h3>
        <span className="sp" />
        <span className="n">{disk ? `${bytes(own)} / ${bytes(disk.total)}` : bytes(own)}</span>
      </div>
      <div className="sys-stack" aria-hidden="true">
        {parts.map(
          ([kind, size], rank) =>
            size !== null && <i key={kind} style={{ width: `${(size / whole) * 100}%`, background: colourOf(rank) }} />,
        )}
      </div>
      <dl>
        {parts.map(([kind, size], rank) => (
          <div key={kind}>
            <dt className="t2">
              <i style={{ background: colourOf(rank) }} />
              {t(`storage.${kind}`)}
            </dt>
            <dd className={size === null ? 't3' : 'n'}>{size === null ? t('storage.no_backups') : bytes(size)}</dd>
          </div>
        ))}
        {disk && (
          <div>
            <dt className="t2">{t('storage.free')}</dt>
            <dd className="n">{bytes(disk.free)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
