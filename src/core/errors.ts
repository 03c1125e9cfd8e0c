import { ERRORS } from './error-catalogue.ts'
import { FORMER_SENTENCES } from './former-sentences.ts'

/** The languages that everything is told in. */
export type Locale = 'zh-CN' | 'en'

/** As the catalogue names it; a request that fails of it keeps it as its error class. */
export type ErrorCode = keyof typeof ERRORS
/** What a dialect chooses the shape of an error by. */
export type ErrorKind = (typeof ERRORS)[ErrorCode]['kind']
/** What fills the `{name}`s of a sentence, which strangers read. */
export type ErrorDetails = Record<string, string | number>

/** An expected failure on its way to a caller: a code of the catalogue, details for its sentence, and a cause for us. */
export class GatewayError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(sentence(code, details, 'en'), options)
    this.name = 'GatewayError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return ERRORS[this.code].status
  }

  get kind(): ErrorKind {
    return ERRORS[this.code].kind
  }

  /** The sentence for the caller, in their language. */
  in(locale: Locale): string {
    return sentence(this.code, this.details, locale)
  }
}

function sentence(code: ErrorCode, details: ErrorDetails, locale: Locale): string {
  return filled(locale === 'en' ? ERRORS[code].en : ERRORS[code].zh, details)
}

function filled(text: string, details: ErrorDetails): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(details[name] ?? whole))
}

/** A sentence that was kept in English, in another language, also as it was said once; what is no sentence of the code stays as it is. */
export function retold(code: string, kept: string | null, locale: Locale): string | null {
  if (kept === null || locale === 'en' || !isErrorCode(code)) return kept
  for (const { en, zh } of [ERRORS[code], ...(FORMER_SENTENCES[code] ?? [])]) {
    const details = detailsIn(kept, en)
    if (details) return filled(zh, details)
  }
  return kept
}

/** What fills a sentence's `{name}`s; null where it is another sentence. */
function detailsIn(kept: string, text: string): ErrorDetails | null {
  const names: string[] = []
  const literal = text.split(/\{(\w+)\}/).map((part, i) => {
    if (i % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    names.push(part)
    return '(.*)'
  })
  const found = new RegExp(`^${literal.join('')}$`, 's').exec(kept)
  return found && Object.fromEntries(names.map((name, i) => [name, found[i + 1] ?? '']))
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code)
}

/** The language a caller asked for by `Accept-Language`; the fallback when it names neither. */
export function localeOf(acceptLanguage: string | undefined, fallback: Locale): Locale {
  // Most programs say nothing.
  if (acceptLanguage === undefined) return fallback
  for (const part of acceptLanguage.toLowerCase().split(',')) {
    const tag = part.trim().split(';')[0] ?? ''
    if (tag.startsWith('zh')) return 'zh-CN'
    if (tag.startsWith('en')) return 'en'
  }
  return fallback
}
