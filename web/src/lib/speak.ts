import { setLocale } from '../i18n/texts.ts'
import type { Locale } from './locale.ts'
import { saveMe } from './save-me.ts'

/** Switches the language. The account remembers it too, so that the server's own sentences come in it; the browser's choice holds without an answer. */
export async function speak(next: Locale): Promise<void> {
  if (await setLocale(next)) await saveMe({ locale: next }).catch(() => null)
}
