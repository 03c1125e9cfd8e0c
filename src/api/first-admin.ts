import { newId } from '../core/ids.ts'
import type { Store } from '../store/store.ts'
import { oneTimePassword as newPassword, type Passwords, weakness } from '../vault/passwords.ts'

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

/** As long as the environment's must be, which is read before there are settings. */
const LEAST_CHARS = 8

const WEAK =
  'ADMIN_PASSWORD 太短或太常见，请换一个；或不设置，由启动时生成并只显示一次。\n' +
  '  ADMIN_PASSWORD is too short or too common: choose another, or none, and the start makes one and tells it once.'

/** Creates an administrator when there is none: with the given password, or with a random one that must be changed at the first sign-in. Throws where the given one is weak. */
export async function ensureFirstAdmin({
  store,
  passwords,
  email = 'admin@yumen.local',
  password,
}: FirstAdminOptions): Promise<FirstAdmin | null> {
  if ((await store.users.countAdmins()) > 0) return null
  if (password !== undefined && weakness(password, LEAST_CHARS) !== null) throw new Error(WEAK)
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
