import { textsOf } from '../i18n/texts.ts'
import { toast } from '../lib/toast.ts'
import { copyText } from './copy-text.ts'

/** Puts a text on the clipboard where no button shows what came of it: a message says what was copied, or that nothing was. */
export async function copyAloud(text: string, said: string): Promise<void> {
  if (await copyText(text)) toast.success(said)
  else toast.error(textsOf('ui')('copy.failed'))
}
