import { newId } from '../core/ids.ts'
import type { Store } from '../store/store.ts'
import { oneTimePassword as newPassword, type Passwords } from '../vault/passwords.ts'

/** An administrator that a start has just made. */
export type FirstAdmin = {
  id: string
  email: string
  /** Null: it came from the environment and is not repeated. */
  oneTimePassword: string | null
}

type FirstAdminOptions = {
  store: Store
  passwords: Passwords
  email?: string | undefined
  password?: string | undefined
}

/** Creates an administrator when there is none: with the given password, or with a random one that must be changed at the first sign-in. */
export async function ensureFirstAdmin({
  store,
  passwords,
  email = 'admin@yumen.local',
  password,
}: FirstAdminOptions): Promise<FirstAdmin | null> {
  if ((await store.users.countAdmins()) > 0) return null
  const oneTimePassword = password === undefined ? newPassword() : null
  const created = await store.users.create({
    id: newId(),
    email,
    name: email.split('@', 1)[0] ?? email,
    role: 'admin',
    passwordHash: await passwords.hash(password ?? oneTimePassword ?? ''),
    mustChangePassword: oneTimePassword !== null,
  })
  if (!created.ok)
    throw new Error(
      `没有可用的管理员，而 ${email} 已是另一位用户的邮箱，请用 ADMIN_EMAIL 指定另一个。
  There is no active administrator, and ${email} belongs to another user: name another one with ADMIN_EMAIL.`,
    )
  return { id: created.value.id, email, oneTimePassword }
}
