import { choice, limits, networks, origin, picture, text, whole, zone } from './setting.ts'

/** What the gateway is called, and where and when it is. */
export const SITE_SETTINGS = {
  'site.name': text({
    group: 'site',
    standard: 'Yumen',
    least: 1,
    maxChars: 40,
    title: { zh: '站点名称', en: 'Site name' },
    sentence: {
      zh: '显示在控制台标题、侧栏、登录页与通知中。',
      en: 'Shown in the console’s title and sidebar, on the sign-in page and in notifications.',
    },
  }),
  'site.logo': picture({
    group: 'site',
    maxBytes: 64 * 1024,
    title: { zh: 'Logo', en: 'Logo' },
    sentence: {
      zh: '代替侧栏、登录页与浏览器标签页上的 Yumen 标记。方形图片在收起的侧栏与标签页中最清楚。所有访问者可见，包括未登录的人。',
      en: 'Stands in place of Yumen’s mark in the sidebar, on the sign-in page and in the browser tab. Square pictures are clearest in a narrow sidebar and in tabs. Visible to everyone, also before signing in.',
    },
  }),
  'site.public_origin': origin({
    group: 'site',
    // It is where users' programs take their keys.
    risky: true,
    title: { zh: '公网地址', en: 'Public address' },
    sentence: {
      zh: '用户访问网关的地址，用于教程与代码示例，通行密钥也在此使用；留空则使用环境变量 PUBLIC_ORIGIN，没有则为打开控制台所用的地址。',
      en: 'Where users reach the gateway, as shown in the tutorial and snippets, and where passkeys work; if empty, PUBLIC_ORIGIN is used, else the address this console was opened at.',
    },
  }),
  'site.default_locale': choice({
    group: 'site',
    standard: 'zh-CN',
    options: { 'zh-CN': { zh: '简体中文', en: 'Simplified Chinese' }, en: { zh: '英文', en: 'English' } },
    title: { zh: '默认语言', en: 'Default language' },
    sentence: { zh: '没有选择过语言的访问者看到的语言。', en: 'The language for visitors who have not chosen one.' },
  }),
  'site.timezone': zone({
    group: 'site',
    standard: 'UTC',
    risky: true,
    title: { zh: '运营时区', en: 'Operator’s time zone' },
    sentence: {
      zh: '每日、每周、每月额度按此时区重置；修改会移动当前周期的边界。',
      en: 'Daily, weekly and monthly limits reset by this time zone; changing it moves the bounds of the current period.',
    },
  }),
} as const

/** How people sign in. */
export const PEOPLE_SETTINGS = {
  'security.password_min_chars': whole({
    group: 'people',
    standard: 8,
    min: 8,
    max: 64,
    title: { zh: '密码最短长度', en: 'Minimum password length' },
    sentence: { zh: '只约束以后设置的密码。', en: 'Applies only to passwords set from now on.' },
  }),
  'security.session_days': whole({
    group: 'people',
    standard: 30,
    min: 1,
    max: 365,
    unit: 'day',
    risky: true,
    title: { zh: '会话最长时间', en: 'Maximum session length' },
    sentence: {
      zh: '登录后最长多久须重新登录。',
      en: 'How long a sign-in lasts at most before you must sign in again.',
    },
  }),
  'security.session_idle_days': whole({
    group: 'people',
    standard: 7,
    min: 1,
    max: 90,
    unit: 'day',
    risky: true,
    title: { zh: '会话闲置时间', en: 'Idle session timeout' },
    sentence: {
      zh: '未使用控制台超过此时间的会话失效。',
      en: 'A session ends when the console has not been used for this long.',
    },
  }),
} as const

/** What users and keys begin with. */
export const LIMIT_SETTINGS = {
  'users.default_limits': limits({
    group: 'limits',
    title: { zh: '新用户的默认限额', en: 'Default limits of new users' },
    sentence: {
      zh: '创建用户而未填写限额时使用；已有用户不变。',
      en: 'Used when a user is created without limits; existing users keep theirs.',
    },
  }),
  'keys.default_limits': limits({
    group: 'limits',
    title: { zh: '新密钥的默认限额', en: 'Default limits of new keys' },
    sentence: {
      zh: '创建密钥而未填写限额时使用；已有密钥不变。',
      en: 'Used when a key is created without limits; existing keys keep theirs.',
    },
  }),
  'keys.most_per_user': whole({
    group: 'limits',
    standard: 100,
    min: 1,
    max: 10_000,
    title: { zh: '每个用户的密钥数', en: 'Keys per user' },
    sentence: {
      zh: '用户自行创建密钥时最多可拥有的数量；管理员创建不受限制。',
      en: 'How many keys users may have when they create them themselves; administrators are not limited.',
    },
  }),
} as const

/** What keeps strangers out. */
export const SECURITY_SETTINGS = {
  'security.guesses_per_account': whole({
    group: 'security',
    standard: 5,
    min: 3,
    max: 50,
    risky: true,
    title: { zh: '每个账号的登录尝试', en: 'Sign-in attempts per account' },
    sentence: {
      zh: '15 分钟内超过后逐次延长等待，从不永久锁定。',
      en: 'Beyond this in 15 minutes, each attempt must wait longer; accounts are never locked for good.',
    },
  }),
  'security.guesses_per_address': whole({
    group: 'security',
    standard: 30,
    min: 5,
    max: 1000,
    risky: true,
    title: { zh: '每个 IP 地址的登录尝试', en: 'Sign-in attempts per IP address' },
    sentence: {
      zh: '15 分钟内同一 IP 地址最多尝试的次数。',
      en: 'How many attempts one IP address may make in 15 minutes.',
    },
  }),
  'security.second_factor': choice({
    group: 'security',
    risky: true,
    standard: 'optional',
    options: {
      optional: { zh: '自愿', en: 'Optional' },
      admins: { zh: '管理员必须', en: 'Required for administrators' },
      everyone: { zh: '所有人必须', en: 'Required for everyone' },
    },
    title: { zh: '两步验证', en: 'Two-step verification' },
    sentence: {
      zh: '须开启而尚未开启的账号，登录后要先开启才能继续；API 密钥不受影响。',
      en: 'Accounts that must have it set it up before anything else once they sign in; API keys are not affected.',
    },
  }),
  'security.admin_networks': networks({
    group: 'security',
    risky: true,
    title: { zh: '管理接口 IP 名单', en: 'Admin API IP allowlist' },
    sentence: {
      zh: '只有这些地址可以调用管理接口；留空不限制。',
      en: 'Only these addresses may call the admin API; leave empty to allow all.',
    },
  }),
} as const
