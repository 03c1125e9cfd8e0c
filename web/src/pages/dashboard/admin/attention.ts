import type { Attention } from '../../../../../src/contract/overview.ts'
import type { LimitMetric, LimitWindow } from '../../../../../src/core/limits.ts'
import type { Texts } from '../../../i18n/texts.ts'
import { balanceText } from '../../../lib/provider/balance.ts'

/** Where something is mended. */
type Way = {
  to: string
  search?: Record<string, string>
  act: 'provider' | 'requests' | 'price' | 'system' | 'limit' | 'keys' | 'activity'
}

/** Something that needs attention in words: what it is, of whom, what that means, and where it is mended. */
type Told = { what: string; whom: string; says: string; way: Way }

type AttentionWords = {
  t: Texts<'overview'>
  usd: (amount: string) => string
  limit: (limit: { metric: LimitMetric; window: LimitWindow }) => string
}

type Facts = { text: (name: string) => string; number: (name: string) => number }

const SYSTEM: Way = { to: '/admin/system', act: 'system' }
const toProvider = (facts: Facts): Way => ({
  to: `/admin/providers/${encodeURIComponent(facts.text('provider_id'))}`,
  act: 'provider',
})

/** Tells what needs attention. */
export function toldOf({ kind, facts: given }: Attention, words: AttentionWords): Told {
  const { t } = words
  const facts: Facts = {
    text: (name) => String(given[name] ?? ''),
    number: (name) => Number(given[name] ?? 0),
  }
  const percent = facts.number('percent')
  const what = t(`kind.${kind === 'limit_near' && percent >= 100 ? 'limit_full' : kind}`)
  const rest = (whom: string, says: string, way: Way): Told => ({ what, whom, says, way })
  switch (kind) {
    case 'provider_down':
    case 'credential_missing':
      return rest(facts.text('provider'), t(`says.${kind}`), toProvider(facts))
    case 'credential_invalid': {
      const credential = facts.text('credential') || t('tail', { last4: facts.text('last4') })
      const whom = `${facts.text('provider')} · ${credential}`
      return rest(whom, t(facts.text('status') === 'exhausted' ? 'says.exhausted' : 'says.invalid'), toProvider(facts))
    }
    case 'breaker_open': {
      const seconds = facts.number('seconds')
      const says = seconds > 0 ? t('says.breaker_open', { seconds }) : t('says.breaker_probing')
      const whom = [facts.text('provider'), facts.text('model')].filter(Boolean).join(' · ')
      return rest(whom, says, toProvider(facts))
    }
    case 'error_rate': {
      const says = t('says.error_rate', { requests: facts.text('requests'), failed: facts.text('failed') })
      const search = { tab: 'requests', status: '5xx', range: '1h' }
      return rest(`${percent}%`, says, { to: '/admin/usage', search, act: 'requests' })
    }
    case 'sign_in_failures': {
      const [failed, users, addresses] = [facts.text('failed'), facts.text('users'), facts.text('addresses')]
      const says = t('says.sign_in_failures', { failed, users, addresses })
      const search = { user: facts.text('user_id'), tab: 'activity' }
      return rest(facts.text('user'), says, { to: '/admin/users', search, act: 'activity' })
    }
    case 'balance_low': {
      const says = t('says.balance_low', { balance: words.usd(facts.text('balance')) })
      const search = { user: facts.text('user_id') }
      return rest(facts.text('user'), says, { to: '/admin/users', search, act: 'limit' })
    }
    case 'provider_balance_low': {
      const whom = `${facts.text('provider')} · ${t('tail', { last4: facts.text('last4') })}`
      return rest(whom, t('says.provider_balance_low', vendorMoney(facts)), toProvider(facts))
    }
    case 'price_missing': {
      const says = t(facts.number('free') === 1 ? 'says.price_free' : 'says.price_missing')
      const { whom, search } = unpriced(facts, t)
      return rest(whom, says, { to: '/admin/models-providers', search, act: 'price' })
    }
    case 'usage_missing': {
      const search = { tab: 'requests', model: facts.text('model'), range: '1h' }
      const says = t('says.usage_missing', { requests: facts.text('requests') })
      return rest(facts.text('model'), says, { to: '/admin/usage', search, act: 'requests' })
    }
    case 'limit_near': {
      const limit = words.limit({
        metric: facts.text('metric') as LimitMetric,
        window: facts.text('window') as LimitWindow,
      })
      return rest(facts.text('name'), t('says.limit', { limit, percent }), limitWay(facts))
    }
    case 'budget_threshold':
      return rest(facts.text('subject'), t('says.budget_threshold', { percent }), { to: '/admin/users', act: 'limit' })
    case 'keys_expiring': {
      const says = t('says.keys_expiring', { count: facts.number('count') })
      return rest('', says, { to: '/admin/keys', search: { risk: 'expires_7d' }, act: 'keys' })
    }
    case 'journal':
      return rest(
        '',
        facts.number('ready') === 0 ? t('says.journal_stopped') : t('says.journal_full', { percent }),
        SYSTEM,
      )
    case 'disk_low':
      return rest('', t('says.disk_low', { percent }), { ...SYSTEM, search: { section: 'retention' } })
    case 'check_failed':
      return rest(facts.text('found'), t('says.check_failed'), SYSTEM)
  }
  return kind satisfies never
}

/** One model without a price, or all of them where there are many. */
function unpriced(facts: Facts, t: Texts<'overview'>): { whom: string; search: Record<string, string> } {
  const [count, model] = [facts.number('count'), facts.text('model')]
  if (count === 0) return { whom: model, search: { tab: 'models', model } }
  return { whom: t('models', { count }), search: { tab: 'models', status: 'unpriced' } }
}

/** What is left at a vendor, and from what on that is little, in the currency of the account. */
function vendorMoney(facts: Facts): { balance: string; threshold: string } {
  const currency = facts.text('currency') === 'CNY' ? 'CNY' : 'USD'
  const money = (name: string) => balanceText({ amount: facts.text(name), currency })
  return { balance: money('balance'), threshold: money('threshold') }
}

/** Where the limits of each kind of owner are changed. */
function limitWay(facts: Facts): Way {
  const id = facts.text('subject_id')
  switch (facts.text('subject')) {
    case 'user':
      return { to: '/admin/users', search: { user: id }, act: 'limit' }
    case 'key':
      return { to: '/admin/keys', search: { key: id }, act: 'limit' }
    case 'group':
      return { to: '/admin/users', search: { groups: '1' }, act: 'limit' }
    case 'provider':
      return { to: `/admin/providers/${encodeURIComponent(id)}`, act: 'limit' }
    default:
      return { to: '/admin/models-providers', act: 'limit' }
  }
}
