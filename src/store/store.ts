import type { Clock } from '../core/time.ts'
import type { Envelope } from '../vault/envelope.ts'
import { type Accounts, accountsIn } from './accounts.ts'
import { type Activity, activityIn } from './activity.ts'
import { type Alerts, alertsIn } from './alerts.ts'
import { type AnnouncementDesk, announcementDeskIn } from './announcement-desk.ts'
import { type Announcements, announcementsIn } from './announcements.ts'
import { type Audit, auditIn } from './audit.ts'
import { chained } from './audit-chain.ts'
import { type Bills, billsIn } from './bills.ts'
import { type Channels, channelsIn } from './channels.ts'
import { type Database, openDatabase, type Preparing } from './database.ts'
import { type DirectoryReading, type DirectoryWish, readDirectory } from './directory.ts'
import { type Groups, groupsIn } from './groups.ts'
import { type Health, healthIn } from './health.ts'
import { type JobRuns, jobRunsIn } from './jobs.ts'
import { type JournalPositions, journalPositionsIn } from './journal.ts'
import { type KeyAdmin, keyAdminIn } from './key-admin.ts'
import { type Keys, keysIn } from './keys.ts'
import { type Limits, limitsIn } from './limits.ts'
import { type Models, modelsIn } from './models.ts'
import { type Notices, noticesIn } from './notices.ts'
import { type Overview, overviewIn } from './overview.ts'
import { type Passkeys, passkeysIn } from './passkeys.ts'
import { type Pins, pinsIn } from './pins.ts'
import { type Prices, pricesIn } from './price-book.ts'
import { type Providers, providersIn } from './providers.ts'
import { type Requests, requestsIn } from './requests.ts'
import { type Retention, retentionIn } from './retention.ts'
import { type SecondFactor, secondFactorIn } from './second-factor.ts'
import { type Sessions, sessionsIn } from './sessions.ts'
import { type Settings, settingsIn } from './settings.ts'
import { type Upkeep, upkeepIn } from './upkeep.ts'
import { usageIn, type UsageStore } from './usage.ts'
import { type UserAdmin, userAdminIn } from './user-admin.ts'
import { type Users, usersIn } from './users.ts'

/** Everything that is kept, one noun a field; every change writes its trail in its own transaction. */
export type Store = {
  users: Users
  userAdmin: UserAdmin
  groups: Groups
  sessions: Sessions
  secondFactor: SecondFactor
  passkeys: Passkeys
  keys: Keys
  keyAdmin: KeyAdmin
  limits: Limits
  accounts: Accounts
  providers: Providers
  models: Models
  prices: Prices
  pins: Pins
  requests: Requests
  journal: JournalPositions
  usage: UsageStore
  bills: Bills
  health: Health
  overview: Overview
  settings: Settings
  activity: Activity
  announcements: Announcements
  announcementDesk: AnnouncementDesk
  audit: Audit
  jobs: JobRuns
  retention: Retention
  alerts: Alerts
  channels: Channels
  notices: Notices
  upkeep: Upkeep
  /** The relay's read model; credentials that cannot be opened are left out and named. Limits that are counted already are not added up. */
  readDirectory(wish?: DirectoryWish): Promise<DirectoryReading>
  [Symbol.asyncDispose](): Promise<void>
}

/** All that limits have counted, by whoever has settled nothing. */
const EVERYTHING: DirectoryWish = { isCounted: () => false, lately: () => [] }

type StoreOptions = {
  url?: string | undefined
  dataDir: string
  envelope: Envelope
  clock: Clock
  /** What is done about the schema; left out, it is brought up to date. */
  prepare?: Preparing
}

/** Opens the database (PostgreSQL by `url`, else the file in `dataDir`), migrates it, and hands out its nouns. */
export async function openStore({ url, dataDir, envelope, clock, prepare }: StoreOptions): Promise<Store> {
  return storeIn(await openDatabase({ url, dataDir, prepare }), envelope, clock)
}

/** The nouns of a database that is open. */
export function storeIn(database: Database, envelope: Envelope, clock: Clock): Store {
  const db = chained(database, envelope.mac)
  return {
    users: usersIn(db, clock),
    userAdmin: userAdminIn(db, clock),
    groups: groupsIn(db, clock),
    sessions: sessionsIn(db, clock, envelope),
    secondFactor: secondFactorIn(db, clock, envelope),
    passkeys: passkeysIn(db, clock),
    keys: keysIn(db, clock),
    keyAdmin: keyAdminIn(db, clock),
    limits: limitsIn(db, clock),
    accounts: accountsIn(db, clock),
    providers: providersIn(db, clock, envelope),
    models: modelsIn(db, clock),
    prices: pricesIn(db, clock),
    pins: pinsIn(db, clock),
    requests: requestsIn(db),
    journal: journalPositionsIn(db),
    usage: usageIn(db, clock),
    bills: billsIn(db, clock),
    health: healthIn(db, clock),
    overview: overviewIn(db),
    settings: settingsIn(db, clock),
    activity: activityIn(db, clock),
    announcements: announcementsIn(db, clock),
    announcementDesk: announcementDeskIn(db, clock),
    jobs: jobRunsIn(db),
    retention: retentionIn(db),
    alerts: alertsIn(db, clock),
    channels: channelsIn(db, clock, envelope),
    notices: noticesIn(db, clock),
    upkeep: upkeepIn(db),
    audit: auditIn(db, clock, envelope.mac),
    readDirectory: (wish = EVERYTHING) => readDirectory(db, envelope, { now: clock.now(), ...wish }),
    [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
  }
}
