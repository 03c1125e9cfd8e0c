import { ANNOUNCEMENT_KINDS } from '../../../../src/contract/announcements.ts'
import type { LimitInput } from '../../../../src/contract/limits.ts'
import { MODEL_ABILITIES, MODEL_KINDS } from '../../../../src/contract/models.ts'
import { BILLINGS, ROLES } from '../../../../src/contract/users.ts'
import { ALERT_RULES, CHANNEL_KINDS } from '../../../../src/core/alerts.ts'
import { BILLING_TYPES } from '../../../../src/core/billing-type.ts'
import { ENTRY_KINDS } from '../../../../src/core/entries.ts'
import { CAPABILITIES, DIALECTS } from '../../../../src/core/protocol.ts'
import { STRATEGIES } from '../../../../src/core/routing.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { bytes } from '../../lib/bytes.ts'
import { fieldAt, type FieldPath } from '../../lib/field-path.ts'
import { NONE } from '../../lib/format.ts'
import { rowsOf } from '../../lib/limits/rows.ts'
import { RATES } from '../../lib/offers/rates.ts'
import { settingOf } from '../../lib/settings/draft.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useLimitWords } from '../limits/use-limit-words.ts'
import { useSettingWords } from '../settings/use-setting-words.ts'
import { settingAt } from './use-field-words.ts'
import { type Names, nameIn } from './use-names.ts'

const KEY_STATES = ['active', 'disabled', 'expired', 'exhausted'] as const
const UPSTREAM_STATES = ['draining', 'cooling', 'invalid'] as const
const PROTOCOLS = Object.values(CAPABILITIES).flat()
const MONEY: readonly string[] = ['amount', 'total']
const OF_EVERYTHING: readonly string[] = ['allow_models', 'allow_providers']

type Say = (value: string) => string | undefined

/** Says the words of a closed set; undefined for anything else. */
function say<W extends string>(known: readonly W[], word: (one: W) => string): Say {
  return (value) => {
    const found = known.find((one) => one === value)
    return found === undefined ? undefined : word(found)
  }
}

/** The words that fields have elsewhere in the console, by the field's name. */
function useSets(): Readonly<Record<string, readonly Say[]>> {
  const t = useTexts('audit')
  const ui = useTexts('ui')
  const users = useTexts('users')
  const providers = useTexts('providers')
  const routing = useTexts('routing')
  const announcements = useTexts('announcements')
  const channels = useTexts('channels')
  const activity = useTexts('activity')
  return {
    role: [say(ROLES, (one) => t(`role.${one}`))],
    billing: [say(BILLINGS, (one) => users(`billing.${one}`))],
    billing_type: [say(BILLING_TYPES, (one) => providers(`billingType.${one}`))],
    status: [say(KEY_STATES, (one) => ui(`status.key_${one}`)), say(UPSTREAM_STATES, (one) => t(`status.${one}`))],
    strategy: [say(STRATEGIES, (one) => routing(`strategy.${one}`))],
    dialect: [say(DIALECTS, (one) => providers(`dialect.${one}`))],
    protocols: [say(PROTOCOLS, (one) => providers(`protocol.${one}`))],
    abilities: [say(MODEL_ABILITIES, (one) => providers(`ability.${one}`))],
    rules: [say(ALERT_RULES, (one) => channels(`rule.${one}`))],
    kind: [
      say(MODEL_KINDS, (one) => providers(`kind.${one}`)),
      say(ANNOUNCEMENT_KINDS, (one) => announcements(`kind.${one}`)),
      say(CHANNEL_KINDS, (one) => channels(`kind.${one}`)),
      say(ENTRY_KINDS, (one) => activity(`entry.${one}`)),
    ],
  }
}

/** How the value of the field at a path is told: in the words the console has for it elsewhere, else as it is. */
export function useValueWords(names: Names): (path: FieldPath, value: unknown) => string {
  const t = useTexts('audit')
  const l = useTexts('limits')
  const sets = useSets()
  const limits = useLimitWords()
  const settings = useSettingWords()
  const { moment, duration, exact, price, usdExact } = useFormat()

  const text = (field: string, value: string) => {
    for (const words of sets[field] ?? []) {
      const told = words(value)
      if (told !== undefined) return told
    }
    if (MONEY.includes(field)) return usdExact(value)
    if (RATES.some((rate) => rate === field)) return price(value)
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return moment(value)
    return nameIn(names, field, value) ?? value
  }
  const number = (field: string, value: number) => {
    if (field.endsWith('_ms')) return duration(value)
    return field === 'bytes' ? bytes(value) : exact(value)
  }
  const none = (field: string) => (OF_EVERYTHING.includes(field) ? l('access.all') : NONE)
  const told = (field: string, value: unknown): string => {
    if (Array.isArray(value)) {
      return value.map((one) => told(field, one)).join(l('access.comma')) || l('access.nothing')
    }
    if (value === null || value === '') return none(field)
    if (typeof value === 'boolean') return t(`value.${value ? 'yes' : 'no'}`)
    if (typeof value === 'number') return number(field, value)
    if (typeof value === 'string') return text(field, value)
    const count = Object.keys(value as object).length
    return count === 0 ? JSON.stringify(value) : t('value.whole', { count })
  }
  return (path, value) => {
    const key = settingAt(path)
    if (key !== undefined && value !== null) return settings.told(settingOf(key), value)
    const field = fieldAt(path)
    return field === 'limits' ? limits.list(rowsOf(value as LimitInput[])) : told(field, value)
  }
}
