import type { NewNotice, Notice } from '../core/notices.ts'
import type { Words } from './words.ts'

/** What a notice says, `{name}` being filled from its facts, and the page of the console where more is to be seen. */
type NoticeWords = { title: Words; text: Words; page: string }

const LIMITS = { page: '/dashboard/usage' }
const AT_LIMIT: NoticeWords = {
  ...LIMITS,
  title: { zh: '额度已用 {percent}%：{what}', en: '{percent}% of a limit used: {what}' },
  text: { zh: '上限为 {max}，{resets}', en: 'The limit is {max}; {resets}' },
}

const NOTICE_WORDS: Readonly<Record<Exclude<Notice, 'account_changed' | 'second_factor'>, NoticeWords>> = {
  limit_50: AT_LIMIT,
  limit_80: AT_LIMIT,
  limit_100: {
    ...LIMITS,
    title: { zh: '额度已用尽：{what}', en: 'A limit is used up: {what}' },
    text: { zh: '上限为 {max}，{resets}{refused}', en: 'The limit is {max}; {resets}{refused}' },
  },
  key_expiry: {
    page: '/dashboard/api-keys',
    title: { zh: '密钥即将到期：{name}', en: 'A key expires soon: {name}' },
    text: {
      zh: '密钥「{name}」将于 {expires_at} 到期，届时用它发出的请求会被拒绝。请提前延长有效期或更换密钥。',
      en: 'The key “{name}” expires at {expires_at}; requests made with it are refused from then on. Extend or replace it before then.',
    },
  },
  odd_sign_in: {
    page: '/dashboard/profile',
    title: { zh: '新设备或新网络登录', en: 'Sign-in from a new device or network' },
    text: {
      zh: '你的账户于 {at} 在新的设备或网络上登录：{device}，IP {ip}。如果不是你本人，请立即修改密码并退出其他会话。',
      en: 'Your account was signed in to at {at} from a new device or network: {device}, IP {ip}. If this was not you, change your password and end the other sessions now.',
    },
  },
  announcement: {
    page: '/dashboard/announcements?id={id}',
    title: { zh: '{title}', en: '{title}' },
    text: { zh: '{body}', en: '{body}' },
  },
  maintenance: {
    page: '/dashboard/announcements?id={id}',
    title: { zh: '维护即将开始：{title}', en: 'Maintenance begins soon: {title}' },
    text: { zh: '维护将于 {starts_at} 开始。', en: 'Maintenance begins at {starts_at}.' },
  },
}

/** What an administrator did to an account or one of its keys. */
const CHANGES: Readonly<Record<string, Words>> = {
  'limits.changed': { zh: '你的额度已被管理员调整', en: 'An administrator changed your limits' },
  'balance.changed': {
    zh: '你的余额已被管理员调整：{amount} 美元',
    en: 'An administrator changed your balance: {amount} USD',
  },
  'account.changed': { zh: '你的账户权限已被管理员调整', en: 'An administrator changed your rights' },
  'account.enabled': { zh: '你的账户已被管理员启用', en: 'An administrator enabled your account' },
  'key.changed': { zh: '密钥「{name}」已被管理员修改', en: 'An administrator changed the key “{name}”' },
  'key.rotated': { zh: '密钥「{name}」已被管理员轮换', en: 'An administrator rotated the key “{name}”' },
  'key.enabled': { zh: '密钥「{name}」已被管理员启用', en: 'An administrator enabled the key “{name}”' },
  'key.disabled': { zh: '密钥「{name}」已被管理员停用', en: 'An administrator disabled the key “{name}”' },
  'key.deleted': { zh: '密钥「{name}」已被管理员删除', en: 'An administrator deleted the key “{name}”' },
}
const CHANGED: Words = { zh: '你的账户已被管理员调整', en: 'An administrator changed your account' }

/** An odd sign-in that had been one of the owner's, until somebody else had its token. */
const REUSED: NoticeWords = {
  page: '/dashboard/profile',
  title: { zh: '会话已结束：登录凭证被重复使用', en: 'A session was ended: its token was used again' },
  text: {
    zh: '一个已被替换的登录凭证于 {at} 再次被使用：{device}，IP {ip}。该会话已结束，需要重新登录。凭证可能已泄露：如果不是你本人，请立即修改密码。',
    en: 'A token that had been replaced was used again at {at}: {device}, IP {ip}. That session was ended and has to be signed in to anew. The token may have leaked: if this was not you, change your password now.',
  },
}

const PROFILE = { page: '/dashboard/profile' }

/** What happened to how an account is signed in to beside the password. */
const WAYS_IN: Readonly<Record<string, NoticeWords>> = {
  'second_factor.enabled': {
    ...PROFILE,
    title: { zh: '两步验证已开启', en: 'Two-step verification was turned on' },
    text: {
      zh: '你的账户于 {at} 开启了两步验证：{device}，IP {ip}。其他会话已结束。如果不是你本人，请立即联系管理员。',
      en: 'Two-step verification was turned on for your account at {at}: {device}, IP {ip}. Other sessions were ended. If this was not you, tell your administrator now.',
    },
  },
  'second_factor.disabled': {
    ...PROFILE,
    title: { zh: '两步验证已关闭', en: 'Two-step verification was turned off' },
    text: {
      zh: '你的账户于 {at} 关闭了两步验证：{device}，IP {ip}。如果不是你本人，请立即修改密码并重新开启。',
      en: 'Two-step verification was turned off for your account at {at}: {device}, IP {ip}. If this was not you, change your password and turn it on again now.',
    },
  },
  'second_factor.replaced': {
    ...PROFILE,
    title: { zh: '身份验证器已更换', en: 'The authenticator was replaced' },
    text: {
      zh: '你的账户于 {at} 更换了两步验证的身份验证器：{device}，IP {ip}。之前的身份验证器和恢复码已失效，其他会话已退出。如果不是你本人，请联系管理员。',
      en: 'Another authenticator took the place of the one of your account at {at} by {device}, IP {ip}. The former one and its recovery codes hold no more, and other sessions ended. If it was not you, tell your administrator.',
    },
  },
  'recovery_codes.renewed': {
    ...PROFILE,
    title: { zh: '恢复码已重新生成', en: 'Recovery codes were renewed' },
    text: {
      zh: '你的账户于 {at} 重新生成了恢复码：{device}，IP {ip}。之前的恢复码已失效。如果不是你本人，请立即修改密码、再次重新生成恢复码并退出其他会话。',
      en: 'The recovery codes of your account were renewed at {at}: {device}, IP {ip}. Those of before hold no more. If this was not you, change your password, renew the codes again and end the other sessions now.',
    },
  },
  'second_factor.reset': {
    ...PROFILE,
    title: { zh: '两步验证已被管理员重置', en: 'An administrator reset your two-step verification' },
    text: {
      zh: '你的账户的两步验证于 {at} 被管理员关闭，所有会话已结束。请重新登录，并再次开启。',
      en: 'An administrator turned two-step verification off for your account at {at}, and all sessions were ended. Sign in and turn it on again.',
    },
  },
  'passkey.added': {
    ...PROFILE,
    title: { zh: '添加了通行密钥', en: 'A passkey was added' },
    text: {
      zh: '你的账户于 {at} 添加了通行密钥「{name}」：{device}，IP {ip}。如果不是你本人，请立即移除它、修改密码并退出其他会话。',
      en: 'The passkey “{name}” was added to your account at {at}: {device}, IP {ip}. If this was not you, remove it, change your password and end the other sessions now.',
    },
  },
  'passkey.removed': {
    ...PROFILE,
    title: { zh: '移除了通行密钥', en: 'A passkey was removed' },
    text: {
      zh: '你的账户于 {at} 移除了通行密钥「{name}」：{device}，IP {ip}。如果不是你本人，请立即修改密码。',
      en: 'The passkey “{name}” was removed from your account at {at}: {device}, IP {ip}. If this was not you, change your password now.',
    },
  },
  'passkeys.reset': {
    ...PROFILE,
    title: { zh: '通行密钥已被管理员移除', en: 'An administrator removed your passkeys' },
    text: {
      zh: '你的账户的通行密钥于 {at} 被管理员全部移除，所有会话已结束。请用密码登录，再重新添加。',
      en: 'An administrator removed every passkey of your account at {at}, and all sessions were ended. Sign in with your password and add them again.',
    },
  },
  'recovery_code.used': {
    ...PROFILE,
    title: { zh: '有人用恢复码登录', en: 'Sign-in with a recovery code' },
    text: {
      zh: '你的账户于 {at} 用恢复码登录，还剩 {left} 个恢复码。如果不是你本人，请立即修改密码、重新生成恢复码并退出其他会话。',
      en: 'Your account was signed in to with a recovery code at {at}; recovery codes left: {left}. If this was not you, change your password, renew the codes and end the other sessions now.',
    },
  },
}
const WAYS_IN_CHANGED: NoticeWords = {
  ...PROFILE,
  title: { zh: '登录方式已变更', en: 'How you sign in was changed' },
  text: { zh: '详情见活动日志。', en: 'See the activity log for details.' },
}

/** The words of a notice: what happened to an account or its second factor has its own for each act. */
export function noticeWords({ kind, facts }: Pick<NewNotice, 'kind' | 'facts'>): NoticeWords {
  if (kind === 'account_changed') return changeWords(facts['act'])
  if (kind === 'second_factor') return WAYS_IN[String(facts['act'])] ?? WAYS_IN_CHANGED
  return facts['reused'] === true ? REUSED : NOTICE_WORDS[kind]
}

function changeWords(act: unknown): NoticeWords {
  return {
    page: '/dashboard/activity-logs',
    title: CHANGES[String(act)] ?? CHANGED,
    text: { zh: '详情见活动日志。', en: 'See the activity log for details.' },
  }
}
