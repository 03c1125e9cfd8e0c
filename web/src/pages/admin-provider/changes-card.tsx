import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { AuditTrail } from '../../ui/audit/audit-trail.tsx'
import { Card, CardHead } from '../../ui/card.tsx'

/** Who changed what of the provider, newest first. */
export function ChangesCard({ id }: { id: string }) {
  const t = useTexts('providers')
  return (
    <Card>
      <CardHead title={t('detail.changes.title')}>
        <Link to="/admin/audit-logs" search={{ target_id: id }} className="t3">
          {t('detail.changes.all')}
        </Link>
      </CardHead>
      <AuditTrail kind="provider" id={id} />
    </Card>
  )
}
