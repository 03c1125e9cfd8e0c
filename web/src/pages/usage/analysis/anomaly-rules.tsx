import { Link } from '@tanstack/react-router'
import { ANOMALY_BOUNDS, ANOMALY_METRICS } from '../../../../../src/contract/anomalies.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Popover } from '../../../ui/popover.tsx'

const { tokens, charged, share, cache, ...COUNTS } = ANOMALY_BOUNDS

/** By what a figure of today is told to be unlike the days before, and the way to what operators are told of by message. */
export function AnomalyRules() {
  const t = useTexts('analysis')
  const format = useFormat()
  const bounds = {
    ...COUNTS,
    tokens: format.tokens(tokens),
    // What is compared is in USD, whatever amounts are shown in.
    charged: `$${charged}`,
    share: `${share}%`,
    cache: `${cache}%`,
  }
  return (
    <Popover
      label={t('anomalies.rules')}
      align="end"
      trigger={(trigger) => (
        <button type="button" className="link" {...trigger}>
          {t('anomalies.rules')}
        </button>
      )}
    >
      <div className="grid w-90 max-w-full gap-3 p-2 text-cell">
        <p className="t2">{t('anomalies.compared', bounds)}</p>
        <p className="t2">
          {t('anomalies.unsent')}{' '}
          <Link to="/admin/system" search={{ section: 'alerts' }}>
            {t('anomalies.alerts')}
          </Link>
        </p>
        <dl className="m-0 grid gap-2">
          {ANOMALY_METRICS.map((metric) => (
            <div key={metric}>
              <dt className="font-medium">{t(`anomalies.metric.${metric}`)}</dt>
              <dd className="t2 m-0">{t(`anomalies.rule.${metric}`, bounds)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Popover>
  )
}
