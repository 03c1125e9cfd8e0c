import type { Kysely } from 'kysely'
import { newId } from '../core/ids.ts'
import type { Finding } from '../core/routing.ts'
import type { Envelope } from '../vault/envelope.ts'
import { NOTHING_TOLD } from './balances.ts'
import { writeStrings } from './json.ts'
import { setLimits } from './limits.ts'
import type { BalanceRow, CredentialRow } from './schema-providers.ts'
import type { Tables } from './schema.ts'

/** Without an id a new row is made and needs its secret; with one, that row of the provider is changed. */
export type CredentialInput = {
  id?: string | undefined
  name: string
  secret?: string | undefined
  priority: number
  weight: number
  status: 'active' | 'disabled'
  /** Catalogue names; null allows every model. What is not given stays as it is. */
  allowModels?: readonly string[] | null | undefined
}

/** From this length on, four characters of a secret give too little away to matter. */
const MIN_SHOWN_CHARS = 12

/** Who seals, and where the secrets could go before this change and can go after it. */
type Sealing = { envelope: Envelope; before: readonly string[]; after: readonly string[] }

type CredentialPlan = { rows: CredentialRow[] } | { refused: 'secret_needed' | 'unknown_row'; about: string }

/** The rows that a list stands for, with every secret sealed to the origins it may go to, or what is missing. */
export function planCredentials(
  of: { providerId: string; present: readonly CredentialRow[]; now: number },
  list: readonly CredentialInput[],
  sealing: Sealing,
): CredentialPlan {
  const known = new Map(of.present.map((row) => [row.id, row]))
  const rows: CredentialRow[] = []
  for (const input of list) {
    const old = input.id === undefined ? undefined : known.get(input.id)
    if (input.id !== undefined && !old) return { refused: 'unknown_row', about: input.id }
    const row = planOne(input, old ?? blankRow(of), sealing)
    if (!row) return { refused: 'secret_needed', about: input.name }
    rows.push(row)
  }
  return { rows }
}

/** A credential as it is, as the input that changes nothing about it. */
export function asInput({ id, name, priority, weight, status }: Present): CredentialInput {
  return { id, name, priority, weight, status: status === 'disabled' ? 'disabled' : 'active' }
}

type Present = Pick<CredentialRow, 'id' | 'name' | 'priority' | 'weight' | 'status'>

function blankRow(of: { providerId: string; now: number }): CredentialRow {
  return {
    id: newId(of.now),
    provider_id: of.providerId,
    name: '',
    secret_sealed: '',
    last4: '',
    status: 'active',
    reason: null,
    cooldown_until: null,
    allow_models: null,
    priority: 1,
    weight: 1,
    last_used_at: null,
    ...NOTHING_TOLD,
  }
}

function planOne(input: CredentialInput, old: CredentialRow, sealing: Sealing): CredentialRow | undefined {
  const secret = input.secret === undefined ? carriedSecret(old, sealing) : freshSecret(input.secret, old.id, sealing)
  if (!secret) return undefined
  // A credential that was found invalid, cooling or exhausted stays so until it gets a new secret or is switched.
  const keepsState = input.secret === undefined && old.status !== 'disabled' && input.status === 'active'
  const state = keepsState ? null : { status: input.status, reason: null, cooldown_until: null }
  const allowed = input.allowModels === undefined ? null : { allow_models: writeStrings(input.allowModels) }
  return { ...old, ...secret, ...state, ...allowed, name: input.name, priority: input.priority, weight: input.weight }
}

type SealedSecret = Pick<CredentialRow, 'secret_sealed' | 'last4'> & Partial<BalanceRow>

function freshSecret(secret: string, id: string, sealing: Sealing): SealedSecret {
  return {
    secret_sealed: sealing.envelope.seal(secret, secretPlace(id, sealing.after)),
    last4: secret.length < MIN_SHOWN_CHARS ? '' : secret.slice(-4),
    // It may be of another account.
    ...NOTHING_TOLD,
  }
}

/** A secret may follow to fewer origins, never to a new one: that would hand it to whoever changed the address. */
function carriedSecret(old: CredentialRow, { envelope, before, after }: Sealing): SealedSecret | undefined {
  if (old.secret_sealed === '' || !after.every((origin) => before.includes(origin))) return undefined
  if (after.length === before.length) return old
  const secret = openSecret(envelope, old, before)
  if (secret === undefined) return undefined
  return { secret_sealed: envelope.seal(secret, secretPlace(old.id, after)), last4: old.last4 }
}

/** The secret of a credential; undefined when it was moved, its origins changed, or another key sealed it. */
export function openSecret(
  envelope: Envelope,
  row: Pick<CredentialRow, 'id' | 'secret_sealed'>,
  origins: readonly string[],
): string | undefined {
  try {
    return envelope.open(row.secret_sealed, secretPlace(row.id, origins))
  } catch {
    // Every reason comes to the same: an administrator has to enter the secret again.
    return undefined
  }
}

/** What a sealed secret is bound to, so that it opens nowhere else. */
function secretPlace(id: string, origins: readonly string[]): string {
  return ['credential', id, 'secret_sealed', ...origins].join(' ')
}

/** Puts these credentials in place of those the provider had; whichever goes takes its limits along. */
export async function writeCredentials(tx: Kysely<Tables>, providerId: string, rows: readonly CredentialRow[]) {
  const old = await tx.selectFrom('credential').select('id').where('provider_id', '=', providerId).execute()
  for (const { id } of old) {
    if (!rows.some((row) => row.id === id)) await setLimits(tx, { subject: 'credential', subjectId: id }, [])
  }
  await tx.deleteFrom('credential').where('provider_id', '=', providerId).execute()
  if (rows.length > 0) await tx.insertInto('credential').values(rows).execute()
}

/** Notes what was found out about a credential, unless an operator has switched it off. */
export async function writeFinding(
  tx: Kysely<Tables>,
  credentialId: string,
  { status, reason, until }: Finding,
): Promise<void> {
  await tx
    .updateTable('credential')
    .set({ status, reason, cooldown_until: until === null ? null : Math.round(until) })
    .where('id', '=', credentialId)
    .where('status', '<>', 'disabled')
    .execute()
}
