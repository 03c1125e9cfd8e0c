import type { ApiKey } from '../../../../src/contract/keys.ts'
import { DAY_MS, HOUR_MS } from '../../../../src/core/time.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'
import { daysUntil, expiresSoon } from '../../lib/key/key-state.ts'

const RELATIVE_MS = DAY_MS

type LastUse = { text: string; under: string | null; hover: string | undefined }

/** When a key was last used and by which client; the address and the model only on hover. */
export function useLastUse(key: ApiKey): LastUse {
  const t = useTexts('keys')
  const { relative, when, whenExact, voice } = useFormat()
  const at = key.last_used_at
  if (at === null) return { text: t('unused'), under: null, hover: undefined }
  const recent = voice.now - Date.parse(at) < RELATIVE_MS
  const hover = [whenExact(at), ...lastUseFacts(key)].join(' · ')
  return { text: recent ? relative(at) : when(at), under: key.last_used_client, hover }
}

/** By which client from which address a key was last used, and for which model, as far as that is known. */
export const lastUseFacts = (key: ApiKey): string[] =>
  [key.last_used_client, key.last_used_ip, key.last_used_model].filter((fact) => fact !== null)

type End = { text: string; under: string | null; soon: boolean }

/** When a key ends, and how far that is. */
export function useExpiry(key: ApiKey): End {
  const t = useTexts('keys')
  const { day, voice } = useFormat()
  if (key.expires_at === null) return { text: t('expiry.never'), under: null, soon: false }
  const days = daysUntil(key.expires_at, voice.now)
  const count = Math.abs(days)
  const over = Date.parse(key.expires_at) <= voice.now
  const under = t(`expiry.${over ? (count === 0 ? 'ended' : 'ago') : count === 0 ? 'today' : 'in'}`, { count })
  return { text: day(key.expires_at), under, soon: expiresSoon(key, voice.now) }
}

/** How long the secret before the present one still works; null when none does. */
export function useOldSecret(key: Pick<ApiKey, 'old_secret_until'>): string | null {
  const t = useTexts('keys')
  const { voice } = useFormat()
  if (key.old_secret_until === null) return null
  const hours = Math.max(1, Math.round((Date.parse(key.old_secret_until) - voice.now) / HOUR_MS))
  return t('rotate.old', { count: hours })
}
