import type { AdminUser } from '../../../../src/contract/admin-users.ts'
import type { LimitInput } from '../../../../src/contract/limits.ts'
import { addressesOf } from '../../lib/addresses-of.ts'
import { changedIn } from '../../lib/changed-in.ts'
import { inputOf, rowsOf, type LimitRow } from '../../lib/limits/rows.ts'

/** The most characters of the name of an account or a group, as the contract has it. */
export const NAME_MAX = 64
/** The most characters of its note, as the contract has it. */
export const NOTE_MAX = 500

/** Stands for "no group" where a choice needs a value. */
export const NO_GROUP = 'none'
/** Stands for "the group that new users join"; the group is then left out of what is sent. */
export const USUAL_GROUP = 'usual'

/** The form as it is filled in; names as in the contract, so that the server's complaints find their input. */
export type UserForm = {
  email: string
  name: string
  role: AdminUser['role']
  group: string
  billing: AdminUser['billing']
  /** Only for a new account. */
  credential: 'generated' | 'given'
  password: string
  must_change_password: boolean
  note: string
  limits: LimitRow[]
  /** All, all but those of `deny_models`, or those of `allow_models`. */
  models: 'all' | 'except' | 'some'
  allow_models: string[]
  deny_models: string[]
  providers: 'all' | 'some'
  allow_providers: string[]
  /** One address or block a line. */
  allow_ips: string
}

/** A new account: its password is generated and must be changed, its group is the one new users join. */
export const emptyForm: UserForm = {
  email: '',
  name: '',
  role: 'user',
  group: USUAL_GROUP,
  billing: 'unlimited',
  credential: 'generated',
  password: '',
  must_change_password: true,
  note: '',
  limits: [],
  models: 'all',
  allow_models: [],
  deny_models: [],
  providers: 'all',
  allow_providers: [],
  allow_ips: '',
}

/** The form filled with what an account has now. */
export function formOf(user: AdminUser): UserForm {
  const { email, name, role, billing, note } = user
  const { allow_models: models, deny_models: denied, allow_providers: providers } = user
  return {
    ...emptyForm,
    email,
    name,
    role,
    billing,
    note,
    group: user.group?.id ?? NO_GROUP,
    limits: rowsOf(user.limits),
    models: models !== null ? 'some' : denied.length > 0 ? 'except' : 'all',
    allow_models: models ?? [],
    deny_models: denied,
    providers: providers === null ? 'all' : 'some',
    allow_providers: providers ?? [],
    allow_ips: (user.allow_ips ?? []).join('\n'),
  }
}

type Fields = {
  email: string
  name: string
  role: AdminUser['role']
  group?: string | null
  billing: AdminUser['billing']
  note: string
  limits: LimitInput[]
  allow_models: string[] | null
  deny_models: string[]
  allow_providers: string[] | null
  allow_ips: string[] | null
}

function fieldsOf(form: UserForm): Fields {
  const { role, billing } = form
  const group = form.group === USUAL_GROUP ? {} : { group: form.group === NO_GROUP ? null : form.group }
  const who = { email: form.email.trim(), name: form.name.trim(), role }
  const ips = addressesOf(form.allow_ips)
  const access = {
    allow_models: form.models === 'some' ? form.allow_models : null,
    deny_models: form.models === 'except' ? form.deny_models : [],
    allow_providers: form.providers === 'some' ? form.allow_providers : null,
    allow_ips: ips.length === 0 ? null : ips,
  }
  return { ...who, billing, note: form.note.trim(), limits: inputOf(form.limits), ...group, ...access }
}

/** What the server is told of a new account; only after the form's own rules hold. */
export function bodyOf(form: UserForm) {
  const given = { password: form.password, must_change_password: form.must_change_password }
  return { ...fieldsOf(form), ...(form.credential === 'given' && given) }
}

/** What an edit tells the server: only what differs from before, so that nothing else is overwritten. */
export function changesOf(form: UserForm, before: UserForm): Partial<Fields> {
  return changedIn(fieldsOf(form), fieldsOf(before))
}
