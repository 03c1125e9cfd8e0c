import { adminAddCredentials } from './add-credentials.ts'
import * as adminSettings from './admin-settings.ts'
import * as accounts from './accounts.ts'
import * as adminKeys from './admin-keys.ts'
import * as activity from './activity.ts'
import * as adminSignIns from './admin-sign-ins.ts'
import * as adminUsers from './admin-users.ts'
import * as announcements from './announcements.ts'
import * as audit from './audit.ts'
import * as backup from './backup.ts'
import * as auth from './auth.ts'
import { adminUsageCapture, usageCapture } from './captures.ts'
import { adminClientUse } from './client-use.ts'
import { usageComposition } from './composition.ts'
import * as catalogue from './catalogue.ts'
import { adminCohorts, adminExportCohorts } from './cohorts.ts'
import type { Endpoint } from './endpoint.ts'
import * as groups from './groups.ts'
import { adminListJobs } from './jobs.ts'
import * as keys from './keys.ts'
import * as models from './models.ts'
import * as notifications from './notifications.ts'
import { playground } from './playground.ts'
import * as notices from './notices.ts'
import * as preferences from './preferences.ts'
import { adminAnomalies } from './anomalies.ts'
import { adminHealthMatrix, adminOverview } from './overview.ts'
import * as prices from './prices.ts'
import * as presets from './presets.ts'
import { adminAskBalance, adminRecoverCredential, adminRecoverEndpoint } from './provider-recovery.ts'
import { adminProviderStrips } from './provider-strips.ts'
import * as providers from './providers.ts'
import * as references from './references.ts'
import * as reconciliation from './reconciliation.ts'
import * as routing from './routing.ts'
import * as passkeys from './passkeys.ts'
import * as secondFactor from './second-factor.ts'
import { getLogo, getSite } from './site.ts'
import * as statement from './statement.ts'
import { adminStreamProbe } from './stream-probe.ts'
import { adminGetStorage, adminGetSystem } from './system.ts'
import { getTutorial } from './tutorial.ts'
import { adminUsage, usage } from './usage.ts'
import * as limits from './upstream-limits.ts'
import * as users from './users.ts'

/** Every call of the console API, by name; the server refuses to start when one has no handler. */
export const endpoints = {
  getSite,
  getLogo,
  login: auth.login,
  beginPasskeyLogin: passkeys.beginPasskeyLogin,
  passkeyLogin: auth.passkeyLogin,
  refresh: auth.refresh,
  logout: auth.logout,
  getMe: users.getMe,
  patchMe: users.patchMe,
  changePassword: users.changePassword,
  listSessions: users.listSessions,
  endSession: users.endSession,
  endOtherSessions: users.endOtherSessions,
  exportMe: users.exportMe,
  getSecondFactor: secondFactor.getSecondFactor,
  beginSecondFactor: secondFactor.beginSecondFactor,
  confirmSecondFactor: secondFactor.confirmSecondFactor,
  renewRecoveryCodes: secondFactor.renewRecoveryCodes,
  endSecondFactor: secondFactor.endSecondFactor,
  listPasskeys: passkeys.listPasskeys,
  beginPasskey: passkeys.beginPasskey,
  addPasskey: passkeys.addPasskey,
  renamePasskey: passkeys.renamePasskey,
  removePasskey: passkeys.removePasskey,
  getPreferences: preferences.getPreferences,
  putPreferences: preferences.putPreferences,
  patchPreferences: preferences.patchPreferences,
  listNotices: notices.listNotices,
  readAllNotices: notices.readAllNotices,
  readNotice: notices.readNotice,
  listActivity: activity.listActivity,
  activitySummary: activity.activitySummary,
  exportActivity: activity.exportActivity,
  listAnnouncements: announcements.listAnnouncements,
  // Before the one that takes any id.
  announcementBoard: announcements.announcementBoard,
  getAnnouncement: announcements.getAnnouncement,
  readAnnouncement: announcements.readAnnouncement,
  unreadAnnouncement: announcements.unreadAnnouncement,
  readAllAnnouncements: announcements.readAllAnnouncements,
  adminListAnnouncements: announcements.adminListAnnouncements,
  adminCreateAnnouncement: announcements.adminCreateAnnouncement,
  adminGetAnnouncement: announcements.adminGetAnnouncement,
  adminPatchAnnouncement: announcements.adminPatchAnnouncement,
  adminDeleteAnnouncement: announcements.adminDeleteAnnouncement,
  listKeys: keys.listKeys,
  createKey: keys.createKey,
  // Before the one that takes any id.
  exportKeys: keys.exportKeys,
  getKey: keys.getKey,
  patchKey: keys.patchKey,
  rotateKey: keys.rotateKey,
  deleteKey: keys.deleteKey,
  testKey: keys.testKey,
  playground,
  listModels: catalogue.listModels,
  getModel: catalogue.getModel,
  listProviders: catalogue.listProviders,
  getProvider: catalogue.getProvider,
  getTutorial,
  adminListModels: models.adminListModels,
  adminListReferences: references.adminListReferences,
  adminCreateModel: models.adminCreateModel,
  adminGetModel: models.adminGetModel,
  adminPatchModel: models.adminPatchModel,
  adminDeleteModel: models.adminDeleteModel,
  adminListPrices: prices.adminListPrices,
  adminSetPrice: prices.adminSetPrice,
  adminMultiplyPrices: prices.adminMultiplyPrices,
  adminSyncPrices: prices.adminSyncPrices,
  adminImportPrices: prices.adminImportPrices,
  adminReprice: prices.adminReprice,
  adminListPresets: presets.adminListPresets,
  adminListProviders: providers.adminListProviders,
  adminCreateProvider: providers.adminCreateProvider,
  adminGetProvider: providers.adminGetProvider,
  adminPatchProvider: providers.adminPatchProvider,
  adminProviderStrips,
  adminDeleteProvider: providers.adminDeleteProvider,
  adminProbeProvider: providers.adminProbeProvider,
  adminTestProvider: providers.adminTestProvider,
  adminDiscoverModels: providers.adminDiscoverModels,
  adminAddCredentials,
  adminAskBalance,
  adminRecoverCredential,
  adminRecoverEndpoint,
  adminSimulateRouting: routing.adminSimulateRouting,
  adminReconcile: reconciliation.adminReconcile,
  adminExportReconciliation: reconciliation.adminExportReconciliation,
  adminImportBill: reconciliation.adminImportBill,
  adminDeleteBill: reconciliation.adminDeleteBill,
  adminStatement: statement.adminStatement,
  adminExportStatement: statement.adminExportStatement,
  adminAnomalies,
  adminClientUse,
  adminCohorts,
  adminExportCohorts,
  adminOverview,
  adminHealthMatrix,
  adminGetSettings: adminSettings.adminGetSettings,
  adminPatchSettings: adminSettings.adminPatchSettings,
  adminListChannels: notifications.adminListChannels,
  adminCreateChannel: notifications.adminCreateChannel,
  adminPatchChannel: notifications.adminPatchChannel,
  adminDeleteChannel: notifications.adminDeleteChannel,
  adminTestChannel: notifications.adminTestChannel,
  adminListAlerts: notifications.adminListAlerts,
  adminGetSystem,
  adminGetStorage,
  adminListJobs,
  adminStreamProbe,
  adminBackup: backup.adminBackup,
  adminExportConfig: backup.adminExportConfig,
  adminImportConfig: backup.adminImportConfig,
  adminListAudit: audit.adminListAudit,
  // Before the one that takes any id.
  adminExportAudit: audit.adminExportAudit,
  adminVerifyAudit: audit.adminVerifyAudit,
  adminGetAudit: audit.adminGetAudit,
  adminListUsers: adminUsers.adminListUsers,
  adminCreateUser: adminUsers.adminCreateUser,
  // Before the one that takes any id.
  adminExportUsers: adminUsers.adminExportUsers,
  adminUserFigures: adminUsers.adminUserFigures,
  adminBulkUsers: adminUsers.adminBulkUsers,
  adminImportUsers: adminUsers.adminImportUsers,
  adminGetUser: adminUsers.adminGetUser,
  adminPatchUser: adminUsers.adminPatchUser,
  adminDeleteUser: adminUsers.adminDeleteUser,
  adminResetPassword: adminUsers.adminResetPassword,
  adminEndSecondFactor: adminSignIns.adminEndSecondFactor,
  adminRemovePasskeys: adminSignIns.adminRemovePasskeys,
  adminViewUser: adminUsers.adminViewUser,
  adminUserModels: catalogue.adminUserModels,
  adminListActivity: adminUsers.adminListActivity,
  adminListSessions: adminSignIns.adminListSessions,
  adminEndSession: adminSignIns.adminEndSession,
  adminEndSessions: adminSignIns.adminEndSessions,
  adminListEntries: accounts.adminListEntries,
  adminBookEntry: accounts.adminBookEntry,
  adminListKeys: adminKeys.adminListKeys,
  adminCreateKey: adminKeys.adminCreateKey,
  adminFindKey: adminKeys.adminFindKey,
  adminExportKeys: adminKeys.adminExportKeys,
  adminKeyFigures: adminKeys.adminKeyFigures,
  adminBulkKeys: adminKeys.adminBulkKeys,
  adminGetKey: adminKeys.adminGetKey,
  adminKeyAddresses: adminKeys.adminKeyAddresses,
  adminPatchKey: adminKeys.adminPatchKey,
  adminDeleteKey: adminKeys.adminDeleteKey,
  adminListGroups: groups.adminListGroups,
  adminCreateGroup: groups.adminCreateGroup,
  adminGetGroup: groups.adminGetGroup,
  adminPatchGroup: groups.adminPatchGroup,
  adminDeleteGroup: groups.adminDeleteGroup,
  adminGetProviderLimits: limits.adminGetProviderLimits,
  adminPutProviderLimits: limits.adminPutProviderLimits,
  adminGetCredentialLimits: limits.adminGetCredentialLimits,
  adminListCredentialLimits: limits.adminListCredentialLimits,
  adminPutCredentialLimits: limits.adminPutCredentialLimits,
  usageSummary: usage.summary,
  usageSeries: usage.series,
  usageBreakdown: usage.breakdown,
  usageComposition,
  usageHeatmap: usage.heatmap,
  usageErrors: usage.errors,
  usageRequests: usage.requests,
  usageExport: usage.export,
  usageLive: usage.live,
  usageRequest: usage.request,
  usageCapture,
  adminUsageSummary: adminUsage.summary,
  adminUsageSeries: adminUsage.series,
  adminUsageBreakdown: adminUsage.breakdown,
  adminUsageHeatmap: adminUsage.heatmap,
  adminUsageErrors: adminUsage.errors,
  adminUsageRequests: adminUsage.requests,
  adminUsageExport: adminUsage.export,
  adminUsageLive: adminUsage.live,
  adminUsageRequest: adminUsage.request,
  adminUsageCapture,
} as const satisfies Record<string, Endpoint>

/** Every call of the console API under the name of its handler. */
export type Endpoints = typeof endpoints
