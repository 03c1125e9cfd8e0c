import type { patchMe } from '../../../src/contract/users.ts'
import { setLocale } from '../i18n/texts.ts'
import { call, type Door } from './call.ts'
import type { Locale } from './locale.ts'
import { setUser } from './session.ts'

const patchDoor: Door<typeof patchMe> = { method: 'PATCH', path: '/api/users/me' }

/** Switches the language. The account remembers it too, so that the server's own sentences come in it; the browser's choice holds without an answer. */
export async function speak(next: Locale): Promise<void> {
  await setLocale(next)
  await call<typeof patchMe>(patchDoor, { body: { locale: next } }).then(setUser, () => null)
}
