import { translator } from '../../web/src/i18n/translate.ts'
import { allkeys as enAllkeys } from '../../web/src/i18n/en/allkeys.ts'
import { activity as enActivity } from '../../web/src/i18n/en/activity.ts'
import { charts as enCharts } from '../../web/src/i18n/en/charts.ts'
import { common as enCommon } from '../../web/src/i18n/en/common.ts'
import { dashboard as enDashboard } from '../../web/src/i18n/en/dashboard.ts'
import { profile as enProfile } from '../../web/src/i18n/en/profile.ts'
import { settings as enSettings } from '../../web/src/i18n/en/settings.ts'
import { ui as enUi } from '../../web/src/i18n/en/ui.ts'
import { announcements as enAnnouncements } from '../../web/src/i18n/en/announcements.ts'
import { audit as enAudit } from '../../web/src/i18n/en/audit.ts'
import { channels as enChannels } from '../../web/src/i18n/en/channels.ts'
import { config as enConfig } from '../../web/src/i18n/en/config.ts'
import { overview as enOverview } from '../../web/src/i18n/en/overview.ts'
import { keys as enKeys } from '../../web/src/i18n/en/keys.ts'
import { limits as enLimits } from '../../web/src/i18n/en/limits.ts'
import { login as enLogin } from '../../web/src/i18n/en/login.ts'
import { password as enPassword } from '../../web/src/i18n/en/password.ts'
import { playground as enPlayground } from '../../web/src/i18n/en/playground.ts'
import { providers as enProviders } from '../../web/src/i18n/en/providers.ts'
import { requests as enRequests } from '../../web/src/i18n/en/requests.ts'
import { shell as enShell } from '../../web/src/i18n/en/shell.ts'
import { usage as enUsage } from '../../web/src/i18n/en/usage.ts'
import { users as enUsers } from '../../web/src/i18n/en/users.ts'
import { allkeys } from '../../web/src/i18n/zh-CN/allkeys.ts'
import { activity } from '../../web/src/i18n/zh-CN/activity.ts'
import { charts } from '../../web/src/i18n/zh-CN/charts.ts'
import { common } from '../../web/src/i18n/zh-CN/common.ts'
import { dashboard } from '../../web/src/i18n/zh-CN/dashboard.ts'
import { profile } from '../../web/src/i18n/zh-CN/profile.ts'
import { settings } from '../../web/src/i18n/zh-CN/settings.ts'
import { ui } from '../../web/src/i18n/zh-CN/ui.ts'
import { announcements } from '../../web/src/i18n/zh-CN/announcements.ts'
import { audit } from '../../web/src/i18n/zh-CN/audit.ts'
import { channels } from '../../web/src/i18n/zh-CN/channels.ts'
import { config } from '../../web/src/i18n/zh-CN/config.ts'
import { overview } from '../../web/src/i18n/zh-CN/overview.ts'
import { keys } from '../../web/src/i18n/zh-CN/keys.ts'
import { limits } from '../../web/src/i18n/zh-CN/limits.ts'
import { login } from '../../web/src/i18n/zh-CN/login.ts'
import { password } from '../../web/src/i18n/zh-CN/password.ts'
import { playground } from '../../web/src/i18n/zh-CN/playground.ts'
import { providers } from '../../web/src/i18n/zh-CN/providers.ts'
import { requests } from '../../web/src/i18n/zh-CN/requests.ts'
import { shell } from '../../web/src/i18n/zh-CN/shell.ts'
import { usage } from '../../web/src/i18n/zh-CN/usage.ts'
import { users } from '../../web/src/i18n/zh-CN/users.ts'
import type { Look } from './chromium.ts'

const chinese = {
  allkeys: translator<typeof allkeys>(allkeys, 'zh-CN'),
  announcements: translator<typeof announcements>(announcements, 'zh-CN'),
  audit: translator<typeof audit>(audit, 'zh-CN'),
  channels: translator<typeof channels>(channels, 'zh-CN'),
  config: translator<typeof config>(config, 'zh-CN'),
  overview: translator<typeof overview>(overview, 'zh-CN'),
  limits: translator<typeof limits>(limits, 'zh-CN'),
  users: translator<typeof users>(users, 'zh-CN'),
  activity: translator<typeof activity>(activity, 'zh-CN'),
  charts: translator<typeof charts>(charts, 'zh-CN'),
  common: translator<typeof common>(common, 'zh-CN'),
  dashboard: translator<typeof dashboard>(dashboard, 'zh-CN'),
  profile: translator<typeof profile>(profile, 'zh-CN'),
  settings: translator<typeof settings>(settings, 'zh-CN'),
  ui: translator<typeof ui>(ui, 'zh-CN'),
  keys: translator<typeof keys>(keys, 'zh-CN'),
  login: translator<typeof login>(login, 'zh-CN'),
  password: translator<typeof password>(password, 'zh-CN'),
  playground: translator<typeof playground>(playground, 'zh-CN'),
  providers: translator<typeof providers>(providers, 'zh-CN'),
  requests: translator<typeof requests>(requests, 'zh-CN'),
  shell: translator<typeof shell>(shell, 'zh-CN'),
  usage: translator<typeof usage>(usage, 'zh-CN'),
}

/** What the console's buttons and fields are called, for whoever presses and fills them. */
export type Words = typeof chinese

const english: Words = {
  allkeys: translator<typeof allkeys>(enAllkeys, 'en'),
  announcements: translator<typeof announcements>(enAnnouncements, 'en'),
  audit: translator<typeof audit>(enAudit, 'en'),
  channels: translator<typeof channels>(enChannels, 'en'),
  config: translator<typeof config>(enConfig, 'en'),
  overview: translator<typeof overview>(enOverview, 'en'),
  limits: translator<typeof limits>(enLimits, 'en'),
  users: translator<typeof users>(enUsers, 'en'),
  activity: translator<typeof activity>(enActivity, 'en'),
  charts: translator<typeof charts>(enCharts, 'en'),
  common: translator<typeof common>(enCommon, 'en'),
  dashboard: translator<typeof dashboard>(enDashboard, 'en'),
  profile: translator<typeof profile>(enProfile, 'en'),
  settings: translator<typeof settings>(enSettings, 'en'),
  ui: translator<typeof ui>(enUi, 'en'),
  keys: translator<typeof keys>(enKeys, 'en'),
  login: translator<typeof login>(enLogin, 'en'),
  password: translator<typeof password>(enPassword, 'en'),
  playground: translator<typeof playground>(enPlayground, 'en'),
  providers: translator<typeof providers>(enProviders, 'en'),
  requests: translator<typeof requests>(enRequests, 'en'),
  shell: translator<typeof shell>(enShell, 'en'),
  usage: translator<typeof usage>(enUsage, 'en'),
}

/** The words of a language, from the console's own dictionaries. */
export const wordsIn = (locale: Look['locale']): Words => (locale === 'en' ? english : chinese)
