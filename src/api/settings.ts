import type { SettingChanges, SettingsView } from '../contract/admin-settings.ts'
import type { Endpoints } from '../contract/all.ts'
import { SETTINGS, type SettingKey, type SettingValues } from '../contract/settings.ts'
import { admits } from './access.ts'
import type { Call, Handlers } from './call.ts'
import { type Asking, requireConsent } from './confirm.ts'
import type { Deps } from './deps.ts'
import { differs, sawNewest } from './differs.ts'
import { ApiError, invalid } from './errors.ts'
import { factsOf } from './logo.ts'
import type { Guesses, Throttle } from './throttle.ts'
import { auditOf } from './trail.ts'
import { requireZone } from './zone.ts'

type SettingHandlers = Pick<Handlers, 'adminGetSettings' | 'adminPatchSettings'>

/** What the operator decides for the whole gateway. */
export function settingHandlers(deps: Deps, throttle: Throttle): SettingHandlers {
  return {
    adminGetSettings: () => deps.store.settings.all(),
    adminPatchSettings: (call) => patchSettings(call, { ...deps, throttle }),
  }
}

/** How often a password may be guessed. */
export function guessesOf(values: SettingValues): Guesses {
  return { perAccount: values['security.guesses_per_account'], perAddress: values['security.guesses_per_address'] }
}

async function patchSettings(call: Call<Endpoints['adminPatchSettings']>, deps: Deps & Asking): Promise<SettingsView> {
  const before = await deps.store.settings.all()
  const keys = (Object.keys(call.body.values) as SettingKey[]).filter((key) => call.body.values[key] !== undefined)
  // A setting nobody has set is not yet what it stands at, and null sets back.
  const set = Object.fromEntries(keys.map((key) => [key, before.changed.includes(key) ? before.values[key] : null]))
  if (!differs(call.body.values, set) && sawNewest(call, before)) return before
  const changes = Object.fromEntries(keys.map((key) => [key, call.body.values[key]])) as SettingChanges
  requireSense(changes, call.ip, deps)
  if (keys.some((key) => SETTINGS[key].risky)) await requireConsent(call.body.password, call, deps)
  const audit = auditOf(call, {
    action: 'settings.changed',
    targetKind: 'settings',
    targetId: null,
    before: Object.fromEntries(keys.map((key) => [key, toldOf(key, before.values[key])])),
    after: Object.fromEntries(keys.map((key) => [key, toldOf(key, changes[key])])),
  })
  const changed = await deps.store.settings.change(changes, { ifVersion: call.ifMatch, trail: { audit } })
  if (!changed.ok) throw new ApiError(changed.refused)
  await deps.changed()
  return changed.value
}

/** A value as the log has it: a picture by what it is, since its bytes would tell nobody anything. */
function toldOf(key: SettingKey, value: unknown): unknown {
  return SETTINGS[key].form.kind === 'picture' && typeof value === 'string' ? factsOf(value) : value
}

/** What a schema cannot see: a zone nobody knows, and a list that would shut out whoever sets it. */
function requireSense(changes: SettingChanges, ip: string, deps: Pick<Deps, 'isWithin'>): void {
  requireZone('site.timezone', changes['site.timezone'])
  if (admits(changes['security.admin_networks'] ?? [], ip, deps)) return
  const problem = { zh: `名单须包含你当前的地址 ${ip}`, en: `The list must include your own address, ${ip}` }
  throw invalid({ 'security.admin_networks': problem })
}
