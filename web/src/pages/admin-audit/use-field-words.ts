import { SETTING_KEYS } from '../../../../src/contract/settings.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { settingOf } from '../../lib/settings/draft.ts'
import { useSettingWords } from '../../ui/settings/use-setting-words.ts'

const NAMED = [
  'name',
  'display_name',
  'email',
  'role',
  'status',
  'group',
  'billing',
  'note',
  'multiplier',
  'limits',
  'metric',
  'window',
  'max',
  'mode',
  'action',
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
  'input',
  'output',
  'cache_read',
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
] as const

/** How the field at a path is called: a setting by its title, other fields by the words of their forms; null where a part has none. */
export function useFieldWords(): (path: string) => string | null {
  const t = useTexts('audit')
  const { say } = useSettingWords()
  return (path) => {
    // Names of settings have dots in them, so the whole of one stands before what may lie within it.
    const key = SETTING_KEYS.find((name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`))
    const rest = key === undefined ? path : path.slice(key.length)
    const parts = rest.split(/[.[\]]+/).filter((part) => part !== '')
    const told = parts.map((part) => {
      const named = NAMED.find((name) => name === part)
      if (named !== undefined) return t(`named.${named}`)
      return /^\d+$/.test(part) ? String(Number(part) + 1) : null
    })
    const title = key === undefined ? [] : [say(settingOf(key).title)]
    const words = told.every((word) => word !== null) ? [...title, ...told] : title
    return words.length === 0 ? null : words.join(' · ')
  }
}
