import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Namespace, Texts } from '../../web/src/i18n/texts.ts'
import { type Dictionary, translator } from '../../web/src/i18n/translate.ts'
import type { Look } from './chromium.ts'

/** What the console's buttons and fields are called, for whoever presses and fills them. */
export type Words = { [N in Namespace]: Texts<N> }

const FOLDER = join(import.meta.dirname, '../../web/src/i18n')

async function load(locale: Look['locale']): Promise<Words> {
  const files = readdirSync(join(FOLDER, locale)).map((file) => join(FOLDER, locale, file))
  const words = files.map(async (file) => {
    const namespace = basename(file, '.ts')
    const found = (await import(pathToFileURL(file).href)) as Record<string, Dictionary>
    return [namespace, translator(found[namespace] ?? {}, locale)]
  })
  return Object.fromEntries(await Promise.all(words)) as Words
}

const WORDS = { 'zh-CN': await load('zh-CN'), en: await load('en') }

/** The words of a language, from the console's own dictionaries. */
export const wordsIn = (locale: Look['locale']): Words => WORDS[locale]
