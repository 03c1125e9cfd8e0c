import * as accounts from './accounts.ts'
import * as adminKeys from './admin-keys.ts'
import * as adminUsers from './admin-users.ts'
import * as auth from './auth.ts'
import type { Endpoint } from './endpoint.ts'
import * as groups from './groups.ts'
import * as keys from './keys.ts'
import * as limits from './limits.ts'
import * as models from './models.ts'
import * as prices from './prices.ts'
import * as providers from './providers.ts'
import * as routing from './routing.ts'
import { getSite } from './site.ts'
import { adminUsage, usage } from './usage.ts'
import * as users from './users.ts'

/** Every call of the console API, by name; the server refuses to start when one has no handler. */
export const endpoints = {
  getSite,
  login: auth.login,
  refresh: auth.refresh,
  logout: auth.logout,
  getMe: users.getMe,
  patchMe: users.patchMe,
  changePassword: users.changePassword,
  listSessions: users.listSessions,
  endSession: users.endSession,
  endOtherSessions: users.endOtherSessions,
  getPreferences: users.getPreferences,
  putPreferences: users.putPreferences,
  listKeys: keys.listKeys,
  createKey: keys.createKey,
  getKey: keys.getKey,
  patchKey: keys.patchKey,
  rotateKey: keys.rotateKey,
  deleteKey: keys.deleteKey,
  testKey: keys.testKey,
  listModels: models.listModels,
  adminListModels: models.adminListModels,
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
  adminListPresets: providers.adminListPresets,
  adminListProviders: providers.adminListProviders,
  adminCreateProvider: providers.adminCreateProvider,
  adminGetProvider: providers.adminGetProvider,
  adminPatchProvider: providers.adminPatchProvider,
  adminDeleteProvider: providers.adminDeleteProvider,
  adminProbeProvider: providers.adminProbeProvider,
  adminTestProvider: providers.adminTestProvider,
  adminDiscoverModels: providers.adminDiscoverModels,
  adminRecoverCredential: providers.adminRecoverCredential,
  adminSimulateRouting: routing.adminSimulateRouting,
  adminListUsers: adminUsers.adminListUsers,
  adminCreateUser: adminUsers.adminCreateUser,
  // Before the one that takes any id.
  adminExportUsers: adminUsers.adminExportUsers,
  adminBulkUsers: adminUsers.adminBulkUsers,
  adminImportUsers: adminUsers.adminImportUsers,
  adminGetUser: adminUsers.adminGetUser,
  adminPatchUser: adminUsers.adminPatchUser,
  adminDeleteUser: adminUsers.adminDeleteUser,
  adminResetPassword: adminUsers.adminResetPassword,
  adminListSessions: adminUsers.adminListSessions,
  adminEndSession: adminUsers.adminEndSession,
  adminEndSessions: adminUsers.adminEndSessions,
  adminListEntries: accounts.adminListEntries,
  adminBookEntry: accounts.adminBookEntry,
  adminListKeys: adminKeys.adminListKeys,
  adminCreateKey: adminKeys.adminCreateKey,
  adminFindKey: adminKeys.adminFindKey,
  adminBulkKeys: adminKeys.adminBulkKeys,
  adminGetKey: adminKeys.adminGetKey,
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
  adminPutCredentialLimits: limits.adminPutCredentialLimits,
  usageSummary: usage.summary,
  usageSeries: usage.series,
  usageBreakdown: usage.breakdown,
  usageHeatmap: usage.heatmap,
  usageErrors: usage.errors,
  usageRequests: usage.requests,
  usageRequest: usage.request,
  adminUsageSummary: adminUsage.summary,
  adminUsageSeries: adminUsage.series,
  adminUsageBreakdown: adminUsage.breakdown,
  adminUsageHeatmap: adminUsage.heatmap,
  adminUsageErrors: adminUsage.errors,
  adminUsageRequests: adminUsage.requests,
  adminUsageRequest: adminUsage.request,
} as const satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints
