import { accountHandlers } from './accounts.ts'
import { activityHandlers } from './activity.ts'
import { addCredentialsHandlers } from './add-credentials.ts'
import { adminKeyHandlers } from './admin-keys.ts'
import { adminUserHandlers } from './admin-users.ts'
import { announcementDeskHandlers } from './announcement-desk.ts'
import { anomalyHandlers } from './anomalies.ts'
import { announcementHandlers } from './announcements.ts'
import { auditHandlers } from './audit.ts'
import { authHandlers } from './auth.ts'
import type { Handlers } from './call.ts'
import { captureHandlers } from './captures.ts'
import { catalogueHandlers } from './catalogue.ts'
import { cohortHandlers } from './cohorts.ts'
import { clientUseHandlers } from './client-use.ts'
import { compositionHandlers } from './composition.ts'
import { configHandlers } from './config.ts'
import type { Deps } from './deps.ts'
import { exportMeHandlers } from './export-me.ts'
import { groupHandlers } from './groups.ts'
import { keyHandlers } from './keys.ts'
import { limitHandlers } from './limits.ts'
import { liveHandlers } from './live.ts'
import { meHandlers } from './me.ts'
import { modelHandlers } from './models.ts'
import { passkeyHandlers } from './passkeys.ts'
import { passkeySignInHandlers } from './passkey-sign-in.ts'
import { preferenceHandlers } from './preferences.ts'
import { playgroundHandlers } from './playground.ts'
import { noticeHandlers } from './notices.ts'
import { notificationHandlers } from './notifications.ts'
import { overviewHandlers } from './overview.ts'
import { priceHandlers } from './price-book.ts'
import { presetHandlers } from './presets.ts'
import { probeHandlers } from './probes.ts'
import { providerStripsHandlers } from './provider-strips.ts'
import { providerHandlers } from './providers.ts'
import { reconciliationHandlers } from './reconciliation.ts'
import { requestExportHandlers } from './export.ts'
import { requestHandlers } from './requests.ts'
import { routingHandlers } from './routing.ts'
import { secondFactorHandlers } from './second-factor.ts'
import { guessesOf, settingHandlers } from './settings.ts'
import { siteHandlers } from './site.ts'
import { statementHandlers } from './statement.ts'
import { storageHandlers } from './storage.ts'
import { streamProbeHandlers } from './stream-probe.ts'
import { systemHandlers } from './system.ts'
import { createSignInFailures } from './sign-in-failures.ts'
import { createThrottle } from './throttle.ts'
import { tutorialHandlers } from './tutorial.ts'
import { usageHandlers } from './usage.ts'
import { userSessionHandlers } from './user-sessions.ts'
import { userTableHandlers } from './user-table.ts'
import { viewHandlers } from './view.ts'

/** A handler for every endpoint of the contract; a missing one does not compile. */
export function allHandlers(deps: Deps): Handlers {
  const throttle = createThrottle(deps.clock, () => guessesOf(deps.settings()))
  const signingIn = { ...deps, throttle, failures: createSignInFailures(deps.clock) }
  return {
    ...siteHandlers(deps),
    ...settingHandlers(deps, throttle),
    ...auditHandlers(deps),
    ...notificationHandlers(deps),
    ...systemHandlers(deps, throttle),
    ...statementHandlers(deps),
    ...storageHandlers(deps),
    ...streamProbeHandlers(deps),
    ...authHandlers(signingIn),
    ...meHandlers(deps, throttle),
    ...secondFactorHandlers(deps, throttle),
    ...passkeySignInHandlers(signingIn),
    ...passkeyHandlers(deps, throttle),
    ...preferenceHandlers(deps),
    ...noticeHandlers(deps),
    ...exportMeHandlers(deps),
    ...activityHandlers(deps),
    ...announcementHandlers(deps),
    ...announcementDeskHandlers(deps),
    ...keyHandlers(deps, throttle),
    ...adminUserHandlers(deps, throttle),
    ...userSessionHandlers(deps),
    ...userTableHandlers(deps, throttle),
    ...viewHandlers(deps),
    ...accountHandlers(deps),
    ...adminKeyHandlers(deps, throttle),
    ...groupHandlers(deps, throttle),
    ...limitHandlers(deps, throttle),
    ...catalogueHandlers(deps),
    ...tutorialHandlers(deps),
    ...modelHandlers(deps),
    ...priceHandlers(deps),
    ...presetHandlers(deps),
    ...providerHandlers(deps, throttle),
    ...addCredentialsHandlers(deps),
    ...providerStripsHandlers(deps),
    ...routingHandlers(deps),
    ...overviewHandlers(deps),
    ...probeHandlers(deps),
    ...usageHandlers(deps),
    ...clientUseHandlers(deps),
    ...compositionHandlers(deps),
    ...anomalyHandlers(deps),
    ...cohortHandlers(deps),
    ...reconciliationHandlers(deps),
    ...requestHandlers(deps),
    ...captureHandlers(deps),
    ...requestExportHandlers(deps),
    ...liveHandlers(deps),
    ...playgroundHandlers(deps),
    ...configHandlers(deps, throttle),
  }
}
