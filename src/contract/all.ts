import * as auth from './auth.ts'
import type { Endpoint } from './endpoint.ts'
import * as keys from './keys.ts'
import * as models from './models.ts'
import * as providers from './providers.ts'
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
  deleteKey: keys.deleteKey,
  testKey: keys.testKey,
  listModels: models.listModels,
  adminListModels: models.adminListModels,
  adminCreateModel: models.adminCreateModel,
  adminGetModel: models.adminGetModel,
  adminPatchModel: models.adminPatchModel,
  adminDeleteModel: models.adminDeleteModel,
  adminListPresets: providers.adminListPresets,
  adminListProviders: providers.adminListProviders,
  adminCreateProvider: providers.adminCreateProvider,
  adminGetProvider: providers.adminGetProvider,
  adminPatchProvider: providers.adminPatchProvider,
  adminDeleteProvider: providers.adminDeleteProvider,
  adminProbeProvider: providers.adminProbeProvider,
  adminTestProvider: providers.adminTestProvider,
  adminDiscoverModels: providers.adminDiscoverModels,
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
