import type { AuditEvent } from '../../../../src/contract/audit.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { TARGETS } from './filter.ts'

const VERBS = [
  'created',
  'changed',
  'deleted',
  'enabled',
  'disabled',
  'rotated',
  'password_reset',
  'second_factor_reset',
  'passkeys_removed',
  'sessions_ended',
  'limits_changed',
  'credential_recovered',
  'endpoint_recovered',
  'viewed',
  'bill_imported',
  'bill_removed',
  'set',
  'multiplied',
  'imported',
  'synced',
  'repriced',
  'made',
  'exported',
  'started',
  'read',
  'reused',
] as const

const ROUGH = [
  'deleted',
  'disabled',
  'password_reset',
  'second_factor_reset',
  'passkeys_removed',
  'sessions_ended',
  'reused',
] as const

/** How acts are told: who, what, on what. */
export function useActWords() {
  const t = useTexts('audit')
  return {
    actor: ({ actor }: AuditEvent) => actor?.name ?? t('server'),
    /** The verb; an act that is not known by its own name. */
    verb: ({ action }: Pick<AuditEvent, 'action'>) => {
      const last = action.slice(action.indexOf('.') + 1)
      const known = VERBS.find((verb) => verb === last)
      return known === undefined ? action : t(`verb.${known}`)
    },
    /** Whether it takes something away. */
    isRough: ({ action }: AuditEvent) => ROUGH.some((verb) => action.endsWith(`.${verb}`)),
    kind: ({ target }: AuditEvent) => {
      const known = TARGETS.find((kind) => kind === target.kind)
      return known === undefined ? target.kind : t(`target.${known}`)
    },
  }
}

/** Where what was acted on is shown today; null where there is no such page. */
export function placeOfTarget({ target: { kind, id } }: AuditEvent): string | null {
  if (kind === 'settings') return '/admin/system'
  if (kind === 'channel') return '/admin/system?section=alerts'
  if (id === null) return null
  const given = encodeURIComponent(id)
  if (kind === 'provider') return `/admin/providers/${given}`
  if (kind === 'user') return `/admin/users?user=${given}`
  if (kind === 'key') return `/admin/keys?key=${given}`
  if (kind === 'request') return `/admin/usage?tab=requests&req=${given}`
  return kind === 'announcement' ? `/admin/system?section=announcements&announcement=${given}` : null
}
