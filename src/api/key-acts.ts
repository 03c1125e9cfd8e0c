import type { z } from 'zod'
import type { keyPatch, newKey } from '../contract/keys.ts'
import { newId } from '../core/ids.ts'
import type { KeyPatch, KeyRef } from '../store/keys.ts'
import type { Trail } from '../store/trail.ts'
import { newUserKey, shownParts } from '../vault/keys.ts'
import { catalogueNames } from './allowed-models.ts'
import type { SignedCall } from './call.ts'
import { type Asking, requireConsent } from './confirm.ts'
import type { Deps } from './deps.ts'
import { differs, sawNewest } from './differs.ts'
import { ApiError, type FieldProblem, found, invalid } from './errors.ts'
import { keyView } from './key-view.ts'
import { limitFacts, limitsIn, limitWords, softens, startingLimits } from './limit-json.ts'

/** What happened to which key, for the rows that tell of it; `before` and `after` hold no secret. */
type KeyAct = {
  kind: 'key.created' | 'key.changed' | 'key.enabled' | 'key.disabled' | 'key.rotated' | 'key.deleted'
  ref: KeyRef
  name: string
  last4: string
  before: object | null
  after: object | null
  /** What was changed of it, for its owner: the names of fields, and limits as they were and are. */
  told?: { fields: string; before?: string; after?: string }
}

/** Makes the rows that tell of an act, for whoever does it. */
export type Tell = (act: KeyAct) => Trail

/** Makes a key for a user, of which the relay knows when this resolves; the secret is in the answer only. */
export async function makeKey(
  body: z.output<typeof newKey>,
  whose: { userId: string; createdBy: string | null; most?: number },
  tell: Tell,
  deps: Deps,
): Promise<{ ref: KeyRef; secret: string }> {
  const expiresAt = expiryOf(body.expires_at)
  if (expiresAt !== null && expiresAt <= deps.clock.now()) {
    throw invalid({ expires_at: { zh: '过期时间必须在将来', en: 'The expiry must be in the future' } })
  }
  const secret = newUserKey()
  const ref: KeyRef = { userId: whose.userId, id: newId(deps.clock.now()) }
  const shown = shownParts(secret)
  const facts = {
    name: body.name,
    note: body.note,
    expiresAt,
    allowModels: await catalogueNames(body.allow_models, deps),
    allowIps: body.allow_ips,
    tags: body.tags,
    createdBy: whose.createdBy,
    most: whose.most,
    limits: startingLimits('keys.default_limits', body.limits, deps),
  }
  const trail = tell({ kind: 'key.created', ref, name: body.name, last4: shown.last4, before: null, after: body })
  const made = await deps.store.keys.create({ ...ref, ...facts, ...shown, hash: deps.vault.hashKey(secret) }, trail)
  if (!made.ok) {
    if (made.refused === 'no_owner')
      throw whose.createdBy === null ? new ApiError('user_gone') : invalid({ user: NO_USER })
    throw invalid({ name: tooMany(whose.most ?? 0) })
  }
  await deps.changed()
  return { ref, secret }
}

const NO_USER: FieldProblem = { zh: '没有这个用户', en: 'No such user' }

function tooMany(most: number): FieldProblem {
  return {
    zh: `最多可拥有 ${most} 个密钥，请先删除不再使用的`,
    en: `You can have at most ${most} keys; delete ones you no longer use first`,
  }
}

/** `admin`: who does it where that is an administrator, on a page of theirs. */
type Changing = { ref: KeyRef; tell: Tell; call: SignedCall; admin?: string }

/** Changes a key; taking a hard limit away asks for the password of whoever does it. Whoever calls tells the relay. */
export async function changeKey(
  { password, ...body }: z.output<typeof keyPatch>,
  { ref, tell, call, admin }: Changing,
  deps: Deps & Asking,
): Promise<void> {
  const { name, note, status } = body
  const patch: KeyPatch = { name, note, status, allowIps: body.allow_ips, admin, ifVersion: call.ifMatch }
  if (body.expires_at !== undefined) patch.expiresAt = expiryOf(body.expires_at)
  if (body.allow_models !== undefined) patch.allowModels = await catalogueNames(body.allow_models, deps)
  if (body.tags) patch.tags = body.tags
  if (body.limits) patch.limits = limitsIn(body.limits)
  const stored = await storedKey(ref, deps)
  const states = await deps.limitState('key', ref.id)
  const old = { ...(await keyView(stored, deps)), limits: limitFacts(states) }
  // What its owner has disabled an administrator disables as well, so that it stays so.
  const locks = status === 'disabled' && admin !== undefined && admin !== ref.userId && stored.disabledBy === null
  if (!locks && !differs(body, old) && sawNewest(call, old)) return
  if (softens(states, patch.limits)) await requireConsent(password, call, deps)
  // One that has expired is switched on as well.
  const switched = locks || (status === 'disabled') !== (old.status === 'disabled')
  const kind = switched && status ? KIND_OF_STATUS[status] : 'key.changed'
  const names = Object.keys(body) as (keyof typeof body)[]
  const before = Object.fromEntries(names.map((name) => [name, old[name]]))
  const told = {
    fields: names.filter((one) => differs({ [one]: body[one] }, old)).join(', '),
    ...(body.limits && { before: limitWords(old.limits), after: limitWords(body.limits) }),
  }
  const trail = tell({ kind, ref, name: name ?? old.name, last4: old.last4, before, after: body, told })
  if (await deps.store.keys.patch(ref, patch, trail)) return
  // Deleted meanwhile, changed, or not its owner's to enable.
  const { version } = await storedKey(ref, deps)
  throw new ApiError((call.ifMatch ?? version) === version ? 'key_locked' : 'version_conflict')
}

const KIND_OF_STATUS = { active: 'key.enabled', disabled: 'key.disabled' } as const

/** Deletes a key for ever; whoever calls tells the relay. */
export async function removeKey(ref: KeyRef, tell: Tell, deps: Deps): Promise<void> {
  const { name, last4 } = await storedKey(ref, deps)
  const trail = tell({ kind: 'key.deleted', ref, name, last4, before: { name, last4 }, after: null })
  found(await deps.store.keys.remove(ref, trail))
}

/** A key that is there, or a 404. */
export async function storedKey(ref: KeyRef, deps: Pick<Deps, 'store'>, zone = 'UTC') {
  return found(await deps.store.keys.get(ref, zone))
}

function expiryOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text)
}
