import type { StorageView } from '../../../../src/contract/system.ts'
import { colourOf } from '../../charts/palette.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { bytes } from '../../lib/bytes.ts'

/** What Yumen takes of the disk now, by kind. */
export function StorageNow({ seen }: { seen: StorageView }) {
  const t = useTexts('config')
  const parts = [
    ['rows', seen.rows],
    ['captures', seen.captures],
    ['rest', seen.database - seen.rows],
  ] as const
  const own = seen.database + seen.captures
  return (
    <section className="sys-now">
      <div className="row">
        <h3>{t('storage.now')}</h3>
        <span className="sp" />
        <span className="n">
          {bytes(own)} / {bytes(seen.disk_total)}
        </span>
      </div>
      <div className="sys-stack" aria-hidden="true">
        {parts.map(([kind, size], rank) => (
          <i
            key={kind}
            style={{ width: `${(size / Math.max(1, seen.disk_total)) * 100}%`, background: colourOf(rank) }}
          />
        ))}
      </div>
      <dl>
        {parts.map(([kind, size], rank) => (
          <div key={kind}>
            <dt className="t2">
              <i style={{ background: colourOf(rank) }} />
              {t(`storage.${kind}`)}
            </dt>
            <dd className="n">{bytes(size)}</dd>
          </div>
        ))}
        <div>
          <dt className="t2">{t('storage.free')}</dt>
          <dd className="n">{bytes(seen.disk_free)}</dd>
        </div>
      </dl>
    </section>
  )
}
