import type { DirectoryData } from '../core/directory.ts'
import type { Clock } from '../core/time.ts'
import type { Envelope } from '../vault/envelope.ts'
import { type Accounts, accountsIn } from './accounts.ts'
import { type Activity, activityIn } from './activity.ts'
import { type Audit, auditIn } from './audit.ts'
import { type Database, openDatabase } from './database.ts'
import { readDirectory } from './directory.ts'
import type { UnreadableCredential } from './directory-targets.ts'
import { type Groups, groupsIn } from './groups.ts'
import { type JournalPositions, journalPositionsIn } from './journal.ts'
import { type KeyAdmin, keyAdminIn } from './key-admin.ts'
import { type Keys, keysIn } from './keys.ts'
import { type Limits, limitsIn } from './limits.ts'
import { type Models, modelsIn } from './models.ts'
import { type Prices, pricesIn } from './price-book.ts'
import { type Providers, providersIn } from './providers.ts'
import { type Requests, requestsIn } from './requests.ts'
import { type Sessions, sessionsIn } from './sessions.ts'
import { type Settings, settingsIn } from './settings.ts'
import { usageIn, type UsageStore } from './usage.ts'
import { type UserAdmin, userAdminIn } from './user-admin.ts'
import { type Users, usersIn } from './users.ts'

/** Everything that is kept, one noun a field; every change writes its trail in its own transaction. */
export type Store = {
  users: Users
  userAdmin: UserAdmin
  groups: Groups
  sessions: Sessions
  keys: Keys
  keyAdmin: KeyAdmin
  limits: Limits
  accounts: Accounts
  providers: Providers
  models: Models
  prices: Prices
  requests: Requests
  journal: JournalPositions
  usage: UsageStore
  settings: Settings
  activity: Activity
  audit: Audit
  /** The relay's read model; credentials that cannot be opened are left out and named. */
  readDirectory(): Promise<{ data: DirectoryData; unreadable: UnreadableCredential[] }>
  [Symbol.asyncDispose](): Promise<void>
}

export type { UnreadableCredential } from './directory-targets.ts'

export type StoreOptions = { url?: string | undefined; dataDir: string; envelope: Envelope; clock: Clock }

/** Opens the database (PostgreSQL by `url`, else the file in `dataDir`), migrates it, and hands out its nouns. */
export async function openStore({ url, dataDir, envelope, clock }: StoreOptions): Promise<Store> {
  return storeIn(await openDatabase({ url, dataDir }), envelope, clock)
}

/** The nouns of a database that is open. */
export function storeIn(db: Database, envelope: Envelope, clock: Clock): Store {
  return {
    users: usersIn(db, clock),
    userAdmin: userAdminIn(db, clock),
    groups: groupsIn(db, clock),
    sessions: sessionsIn(db, clock),
    keys: keysIn(db, clock),
    keyAdmin: keyAdminIn(db, clock),
    limits: limitsIn(db, clock),
    accounts: accountsIn(db, clock),
    providers: providersIn(db, clock, envelope),
    models: modelsIn(db, clock),
    prices: pricesIn(db, clock),
    requests: requestsIn(db),
    journal: journalPositionsIn(db),
    usage: usageIn(db, clock),
    settings: settingsIn(db, clock),
    activity: activityIn(db, clock),
    audit: auditIn(db, clock),
    readDirectory: () => readDirectory(db, envelope, clock.now()),
    [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
  }
}
