import type { Locale } from '../core/errors.ts'
import { LIMIT_METRICS, LIMIT_SUBJECTS, LIMIT_WINDOWS } from '../core/limits.ts'
import type { NewNotice, NoticeFacts } from '../core/notices.ts'
import { METRIC_WORDS, WINDOW_WORDS } from './fact-words.ts'
import { noticeWords } from './notice-words.ts'
import { filled, inLanguage, type Words } from './words.ts'

/** For whom a notice is put in words: their language, and the IANA zone times are told in. */
type NoticeReader = { locale: Locale; zone: string }

/** A notice in words; `link` is a path of the console. */
type NoticeMessage = { title: string; text: string; link: string }

/** Puts a notice in words; `more` are facts that are looked up when it is told. */
export function noticeMessage(
  notice: Pick<NewNotice, 'kind' | 'facts'>,
  reader: NoticeReader,
  more: NoticeFacts = {},
): NoticeMessage {
  const { title, text, page } = noticeWords(notice)
  const { facts } = notice
  const known = { ...told({ ...facts, ...more }, reader), ...limitFacts(facts, reader) }
  const say = (words: Words) => filled(inLanguage(words, reader.locale), known)
  return { title: say(title), text: say(text), link: filled(page, known) }
}

/** Facts that end in `at` are times. */
function told(facts: NoticeFacts, reader: NoticeReader): NoticeFacts {
  const isTime = (name: string) => name === 'at' || name.endsWith('_at')
  const entries = Object.entries(facts).map(([name, value]) => [
    name,
    isTime(name) && typeof value === 'string' ? timeIn(value, reader.zone) : value,
  ])
  return Object.fromEntries(entries) as NoticeFacts
}

/** A time as its reader's clock shows it, with the zone: an e-mail does not know where it is read. */
function timeIn(iso: string, zone: string): string {
  const there = Temporal.Instant.from(iso).toZonedDateTimeISO(zone).toPlainDateTime()
  return `${there.toString({ smallestUnit: 'minute' }).replace('T', ' ')} (${zone})`
}

const WHOSE: Readonly<Record<string, Words>> = {
  user: { zh: '账户', en: 'account' },
  key: { zh: '密钥「{name}」', en: 'key “{name}”' },
  group: { zh: '所在分组', en: 'your group' },
}

const RESETS: Words = { zh: '{resets_at} 重置。', en: 'it resets at {resets_at}.' }
const NEVER: Words = { zh: '不会自动重置。', en: 'it does not reset.' }
const REFUSED: Words = { zh: '新请求将被拒绝。', en: ' New requests are refused.' }
const WARNED: Words = { zh: '请求仍可继续。', en: ' Requests still go through.' }

/** The words for the facts of a limit; nothing for other notices. */
function limitFacts(facts: NoticeFacts, reader: NoticeReader): NoticeFacts {
  const subject = LIMIT_SUBJECTS.find((one) => one === facts['subject'])
  const metric = LIMIT_METRICS.find((one) => one === facts['metric'])
  const window = LIMIT_WINDOWS.find((one) => one === facts['window'])
  if (!subject || !metric || !window) return {}
  const en = reader.locale === 'en'
  const say = (words: Words) => filled(inLanguage(words, reader.locale), told(facts, reader))
  const whose = say(WHOSE[subject] ?? { zh: '', en: '' })
  const counted = say(METRIC_WORDS[metric])
  const over = say(WINDOW_WORDS[window])
  const unit = metric === 'cost' ? { zh: '美元', en: 'USD' } : METRIC_WORDS[metric]
  return {
    what: en ? `${whose}, ${counted} ${over}` : `${whose} ${over}${counted}`,
    max: `${facts['max']} ${say(unit)}`,
    resets: say(facts['resets_at'] === null ? NEVER : RESETS),
    refused: say(facts['refuses'] === true ? REFUSED : WARNED),
  }
}
