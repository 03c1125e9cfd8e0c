import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { keyState, masked, ratePerMinute } from '../../lib/key/key-state.ts'
import { useFormat } from '../../lib/use-format.ts'

type KeyWords = Record<'name' | 'key' | 'status' | 'models' | 'rate' | 'cost' | 'used' | 'expires', string>

/** What the tables of keys say of a key in words, to the last digit where they shorten it. */
export function useKeyWords(): (key: ApiKey) => KeyWords {
  const t = useTexts('keys')
  const ui = useTexts('ui')
  const { exact, usdExact, whenExact, NONE } = useFormat()
  return (key) => {
    const rate = ratePerMinute(key)
    return {
      name: key.name,
      key: masked(key),
      status: ui(`status.key_${keyState(key)}`),
      models: key.allow_models === null ? t('models.all') : key.allow_models.join(', '),
      rate: rate === null ? NONE : exact(rate),
      cost: usdExact(key.month.cost),
      used: key.last_used_at === null ? t('unused') : whenExact(key.last_used_at),
      expires: key.expires_at === null ? t('expiry.never') : whenExact(key.expires_at),
    }
  }
}
