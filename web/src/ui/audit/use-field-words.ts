import { SETTING_KEYS } from '../../../../src/contract/settings.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { FieldPath } from '../../lib/field-path.ts'
import { RATES } from '../../lib/offers/rates.ts'
import { settingOf } from '../../lib/settings/draft.ts'
import { useSettingWords } from '../settings/use-setting-words.ts'

const NAMED = [
  'name',
  'failures',
  'step',
  'display_name',
  'email',
  'role',
  'status',
  'group',
  'billing',
  'note',
  'multiplier',
  'limits',
  'allow_models',
  'deny_models',
  'allow_providers',
  'allow_ips',
  'expires_at',
  'enabled',
  'priority',
  'weight',
  'vendor',
  'kind',
  'context',
  'max_output',
  'aliases',
  'abilities',
  'price',
  'strategy',
  'endpoints',
  'credentials',
  'routes',
  'model',
  'upstream_name',
  'base_url',
  'protocols',
  'proxy',
  'title',
  'body',
  'zh',
  'en',
  'amount',
  'reason',
  'credential',
  'endpoint',
  'slug',
  'preset',
  'drain_on_abort',
  'billing_type',
  'balance_alert',
  'allow_private',
  'http2',
  'ca',
  'dialect',
  'timeouts',
  'connect_ms',
  'headers_ms',
  'first_token_ms',
  'idle_ms',
  'total_ms',
  'max_concurrency',
  'secret_set',
  'last4',
  'tiers',
  'services',
  'service',
  'above_tokens',
  'effective_from',
  'pinned',
  'groups',
  'starts_at',
  'ends_at',
  'draft',
  'default',
  'tags',
  'must_change_password',
  'what',
  'format',
  'rows',
  'bytes',
  'version',
  'build',
  'first',
  'last',
  'lines',
  'total',
  'until',
  'rules',
  'locale',
  'session',
  'family',
  'entry',
  'settings',
  'models',
  'providers',
] as const

/** How the field at a path is called: a setting by its title, other fields by the words of their forms, elements of lists by what names them; null where a step has no words. */
export function useFieldWords(): (path: FieldPath) => string | null {
  const t = useTexts('audit')
  const p = useTexts('providers')
  const { say } = useSettingWords()
  return (path) => {
    const key = settingAt(path)
    if (key !== undefined) return say(settingOf(key).title)
    const told = path.map((step) => {
      if (typeof step === 'number') return String(step + 1)
      if (typeof step !== 'string') return step.named
      const named = NAMED.find((name) => name === step)
      if (named !== undefined) return t(`named.${named}`)
      const rate = RATES.find((name) => name === step)
      return rate === undefined ? null : p(`model.rate.${rate}`)
    })
    return told.every((word) => word !== null) ? told.join(' · ') : null
  }
}

/** The setting that a path names; their names have dots in them and are told whole. */
export const settingAt = (path: FieldPath) => SETTING_KEYS.find((name) => path.length === 1 && path[0] === name)
