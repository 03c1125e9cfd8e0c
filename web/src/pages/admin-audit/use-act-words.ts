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
  'opened',
  'failed',
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
    /** Nobody who is signed in has no address either where it is the server itself. */
    actor: ({ actor, ip }: Pick<AuditEvent, 'actor' | 'ip'>) => actor?.name ?? t(ip === '' ? 'server' : 'nobody'),
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

/** Kinds whose targets have no name, or none of their own: of them nothing is known to be gone. */
const NAMELESS: readonly string[] = ['settings', 'price', 'request']

/** Where what was acted on is shown today; null where there is no such page, or no such thing any more. */
export function placeOfTarget({ target: { kind, id, name, provider } }: Pick<AuditEvent, 'target'>): string | null {
  if (name === null && !NAMELESS.includes(kind)) return null
  const given = encodeURIComponent(id ?? '')
  switch (kind) {
    case 'settings':
      return '/admin/system'
    case 'channel':
      return '/admin/system?section=alerts'
    case 'announcement':
      return `/admin/system?section=announcements&announcement=${given}`
    case 'group':
      return '/admin/users?groups=1'
    case 'user':
      return `/admin/users?user=${given}`
    case 'key':
      return `/admin/keys?key=${given}`
    case 'request':
      return `/admin/usage?tab=requests&req=${given}`
    case 'model':
      return `/admin/models-providers?tab=models&model=${given}`
    case 'price':
      return `/admin/models-providers?tab=models${id === null ? '' : `&model=${given}`}`
    case 'provider':
      return `/admin/providers/${given}`
    case 'credential':
      return provider === null ? null : `/admin/providers/${encodeURIComponent(provider)}`
    default:
      return null
  }
}
