import {
  ArrowLeftRight,
  Ban,
  CircleCheck,
  Download,
  Eye,
  Gauge,
  KeyRound,
  LockKeyhole,
  LogIn,
  LogOut,
  Power,
  PowerOff,
  RefreshCw,
  RotateCcwKey,
  Settings,
  ShieldCheck,
  ShieldOff,
  Trash2,
  UserPen,
  UserPlus,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import { ACTIVITY_GROUPS, type ActivityEvent, type ActivityKind } from '../../../../src/contract/activity.ts'
import { ENTRY_KINDS } from '../../../../src/core/entries.ts'
import { LIMIT_METRICS, LIMIT_WINDOWS } from '../../../../src/core/limits.ts'
import type { Texts } from '../../i18n/texts.ts'
import { NONE, usd } from '../../lib/format.ts'
import { limitRows } from './limit-rows.ts'

type Tone = '' | 'warn' | 'err'

const LOOKS: Record<ActivityKind, { icon: LucideIcon; tone?: Tone }> = {
  'session.opened': { icon: LogIn },
  'session.failed': { icon: LogIn, tone: 'err' },
  'session.reused': { icon: RefreshCw, tone: 'warn' },
  'session.closed': { icon: LogOut },
  'session.ended': { icon: LogOut },
  'session.others_ended': { icon: LogOut },
  'key.created': { icon: KeyRound },
  'key.changed': { icon: KeyRound },
  'key.rotated': { icon: RotateCcwKey },
  'key.enabled': { icon: Power },
  'key.disabled': { icon: PowerOff },
  'key.deleted': { icon: Trash2 },
  'profile.changed': { icon: UserPen },
  'settings.changed': { icon: Settings },
  'password.changed': { icon: LockKeyhole },
  'password.reset': { icon: LockKeyhole, tone: 'warn' },
  'second_factor.enabled': { icon: ShieldCheck },
  'second_factor.replaced': { icon: ShieldCheck },
  'second_factor.disabled': { icon: ShieldOff, tone: 'warn' },
  'second_factor.reset': { icon: ShieldOff, tone: 'warn' },
  'recovery_codes.renewed': { icon: ShieldCheck },
  'passkey.added': { icon: ShieldCheck },
  'passkey.renamed': { icon: ShieldCheck },
  'passkey.removed': { icon: ShieldOff, tone: 'warn' },
  'passkeys.reset': { icon: ShieldOff, tone: 'warn' },
  'account.created': { icon: UserPlus },
  'account.changed': { icon: UserPen },
  'account.enabled': { icon: CircleCheck },
  'account.disabled': { icon: Ban, tone: 'warn' },
  'account.viewed': { icon: Eye },
  'limits.changed': { icon: Gauge },
  'limit.reached': { icon: Gauge, tone: 'warn' },
  'balance.changed': { icon: Wallet },
  'data.exported': { icon: Download },
}

const KINDS = Object.values(ACTIVITY_GROUPS).flat()
const KEYS = ACTIVITY_GROUPS.keys

/** An event in words: what happened, to what (`gone`: which is no more), and a quieter line about it (`code`: to be read letter by letter). */
type Sentence = {
  icon: LucideIcon
  tone: Tone
  what: string
  object: string | null
  gone: boolean
  sub: string
  code: boolean
}

/** Says an event in the reader's language; one of a kind that is not known any more by its own name. */
export function sentenceOf({ kind, details }: ActivityEvent, t: Texts<'activity'>): Sentence {
  const known = KINDS.find((one) => one === kind)
  if (known === undefined) {
    return { icon: ArrowLeftRight, tone: '', what: kind, object: null, gone: false, sub: '', code: false }
  }
  const { icon, tone = '' } = LOOKS[known]
  const fact = (name: string) => String(details[name] ?? '')
  return {
    icon,
    tone,
    what: known === 'limit.reached' ? reachedOf(fact, t) : t(`kind.${known}`),
    object: known === 'data.exported' ? wordOf(fact('what'), WHATS, (one) => t(`what.${one}`)) : fact('name') || null,
    gone: known === 'key.deleted' || known === 'passkey.removed',
    sub: subOf(known, fact, t),
    code: KEYS.some((one) => one === known) && fact('fields') === '',
  }
}

const WHATS = [
  'account',
  'activity',
  'keys',
  'all_keys',
  'requests',
  'all_requests',
  'reconciliation',
  'cohorts',
  'statement',
  'users',
] as const
const FIELDS = [
  'email',
  'name',
  'locale',
  'timezone',
  'role',
  'status',
  'group',
  'billing',
  'limits',
  'hour_cycle',
  'week_start',
  'currency',
  'tokens',
  'counts',
  'shortcuts',
  'range',
  'model',
  'notices',
  'note',
  'expires_at',
  'allow_models',
  'deny_models',
  'allow_providers',
  'allow_ips',
  'tags',
] as const

function wordOf<W extends string>(value: string, known: readonly W[], say: (word: W) => string): string {
  const word = known.find((one) => one === value)
  return word === undefined ? value : say(word)
}

/** Where a sign-in may fail beside at its password. */
const STEPS = ['code', 'passkey'] as const

function subOf(kind: ActivityKind, fact: (name: string) => string, t: Texts<'activity'>): string {
  switch (kind) {
    case 'session.failed':
      return t(`sub.wrong_${STEPS.find((step) => step === fact('step')) ?? 'password'}`)
    case 'session.opened':
    case 'passkey.added':
    case 'second_factor.disabled':
      return insteadOf(fact, t)
    case 'session.reused':
      return t('sub.reused')
    case 'passkey.renamed':
      return t('sub.renamed', { before: fact('before') })
    case 'session.others_ended':
      return t('sub.others_ended')
    case 'password.changed':
    case 'second_factor.enabled':
      return t('sub.sessions_over')
    case 'second_factor.replaced':
    case 'recovery_codes.renewed':
      return [t('sub.codes_over'), insteadOf(fact, t)].filter(Boolean).join(' · ')
    case 'key.changed':
      return [endOf(fact), changesOf(fact, t)].filter(Boolean).join(' · ')
    case 'key.created':
    case 'key.rotated':
    case 'key.enabled':
    case 'key.disabled':
    case 'key.deleted':
      return endOf(fact)
    case 'profile.changed':
    case 'settings.changed':
    case 'account.changed':
      return fieldsOf(fact('fields'), t)
    case 'limits.changed':
      return limitsOf(fact, t)
    case 'limit.reached':
      return [maxOf(fact, t), waysOf(fact, t)].filter(Boolean).join(' · ')
    case 'balance.changed':
      return [wordOf(fact('kind'), ENTRY_KINDS, (one) => t(`entry.${one}`)), amountOf(fact('amount')), fact('reason')]
        .filter(Boolean)
        .join(' · ')
    case 'data.exported':
      return fact('format').toUpperCase()
    case 'session.closed':
    case 'session.ended':
    case 'passkey.removed':
    case 'passkeys.reset':
    case 'password.reset':
    case 'second_factor.reset':
    case 'account.created':
    case 'account.viewed':
    case 'account.enabled':
    case 'account.disabled':
      return ''
  }
  return kind satisfies never
}

/** What took the place of password or authenticator. */
const insteadOf = (fact: (name: string) => string, t: Texts<'activity'>): string =>
  fact('passkey') === ''
    ? fact('by_recovery_code') && t('sub.recovery_code')
    : t('sub.passkey', { name: fact('passkey') })

/** The end of a key's secret. */
const endOf = (fact: (name: string) => string): string => fact('last4') && `sk-ym-…${fact('last4')}`

/** What was changed of a key: limits by what they were and are, the rest by name. */
function changesOf(fact: (name: string) => string, t: Texts<'activity'>): string {
  const limits = limitsOf(fact, t)
  const names = fact('fields').split(', ')
  const others = limits === '' ? names : names.filter((name) => name !== 'limits')
  return [fieldsOf(others.join(', '), t), limits].filter(Boolean).join(' · ')
}

function fieldsOf(names: string, t: Texts<'activity'>): string {
  return names
    .split(', ')
    .filter(Boolean)
    .map((name) => wordOf(name, FIELDS, (one) => t(`field.${one}`)))
    .join(' · ')
}

function amountOf(amount: string): string {
  const text = usd(amount)
  return text === NONE || text.startsWith('−') ? text : `+${text}`
}

/** Which limit is used up how far. */
function reachedOf(fact: (name: string) => string, t: Texts<'activity'>): string {
  if (fact('percent') === '') return t('kind.limit.reached')
  const metric = wordOf(fact('metric'), LIMIT_METRICS, (one) => t(`metric.${one}`))
  const window = wordOf(fact('window'), LIMIT_WINDOWS, (one) => t(`window.${one}`))
  return t('reached', { metric, window, percent: fact('percent') })
}

function maxOf(fact: (name: string) => string, t: Texts<'activity'>): string {
  if (fact('max') === '') return ''
  return t('sub.max', { max: fact('metric') === 'cost' ? usd(fact('max')) : fact('max') })
}

/** In which ways its owner was told. */
function waysOf(fact: (name: string) => string, t: Texts<'activity'>): string {
  const [inConsole, byMail] = [fact('console') === 'true', fact('email') === 'true']
  if (inConsole && byMail) return t('sub.told.both')
  return inConsole ? t('sub.told.console') : byMail ? t('sub.told.email') : ''
}

function limitsOf(fact: (name: string) => string, t: Texts<'activity'>): string {
  const rows = limitRows(fact('before'), fact('after'))
  if (rows.length === 0) return ''
  return rows
    .map(({ metric, window, before, after }) => {
      const name =
        metric === 'concurrency' ? t('metric.concurrency') : `${t(`metric.${metric}`)} ${t(`window.${window}`)}`
      const amount = (max: string | null) => (max === null ? t('sub.no_limit') : metric === 'cost' ? usd(max) : max)
      return `${name} ${amount(before)} → ${amount(after)}`
    })
    .join(' · ')
}
