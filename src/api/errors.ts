import type { Locale } from '../core/errors.ts'

/**
 * Everything a console call can fail with: status and a sentence in both languages, `{name}` filled from details.
 * The four 401 sentences the client matches word for word are Chinese in both languages.
 */
export const API_ERRORS = {
  user_gone: { status: 401, zh: '用户不存在或已禁用', en: '用户不存在或已禁用' },
  user_disabled: { status: 401, zh: '用户已禁用', en: '用户已禁用' },
  admin_required: { status: 401, zh: '需要管理员权限', en: '需要管理员权限' },
  not_permitted: { status: 401, zh: '权限不足', en: '权限不足' },
  not_signed_in: { status: 401, zh: '请先登录', en: 'Sign in first' },
  session_expired: { status: 401, zh: '登录已过期，请重新登录', en: 'Session expired; sign in again' },
  bad_credentials: { status: 401, zh: '邮箱或密码错误', en: 'Wrong email or password' },
  code_needed: { status: 401, zh: '请输入身份验证器中的验证码', en: 'Enter the code of your authenticator' },
  code_wrong: { status: 401, zh: '验证码不正确', en: 'Wrong code' },
  passkey_wrong: {
    status: 401,
    zh: '无法用此通行密钥登录：它不属于此处的账户，或已被移除',
    en: 'No account here signs in with this passkey; it may have been removed',
  },
  body_malformed: { status: 400, zh: '请求体不是有效的 JSON', en: 'The request body is not valid JSON' },
  body_too_deep: {
    status: 400,
    zh: '请求体嵌套过深，或含有不允许的字段名',
    en: 'The request body is nested too deeply, or contains a field name that is not allowed',
  },
  body_too_large: {
    status: 413,
    zh: '请求体超过 {limit} KiB 的上限',
    en: 'The request body is larger than {limit} KiB',
  },
  path_unknown: { status: 404, zh: '没有这个接口', en: 'There is no such API endpoint' },
  not_found: { status: 404, zh: '不存在，或已被删除', en: 'It does not exist, or was deleted' },
  method_not_allowed: { status: 405, zh: '该接口不支持此方法', en: 'This method is not supported here' },
  text_refused: {
    status: 422,
    zh: '内容中含有空字符（NUL），无法保存',
    en: 'The text contains a NUL character and cannot be saved',
  },
  version_conflict: {
    status: 409,
    zh: '内容已被其他人修改，请刷新后重试',
    en: 'Someone else changed this; reload and try again',
  },
  password_change_required: {
    status: 409,
    zh: '请先修改初始密码',
    en: 'Change the initial password first',
  },
  second_factor_required: {
    status: 409,
    zh: '此账户须使用两步验证，请先开启',
    en: 'This account must have two-step verification: turn it on first',
  },
  second_factor_on: { status: 409, zh: '两步验证已经开启', en: 'Two-step verification is already on' },
  second_factor_off: { status: 409, zh: '两步验证没有开启', en: 'Two-step verification is not on' },
  second_factor_late: {
    status: 409,
    zh: '操作已超时或已完成，请重新开始',
    en: 'That took too long, or was done already; begin anew',
  },
  passkey_late: {
    status: 409,
    zh: '等待过久，或已使用过，请重试',
    en: 'That took too long, or was done already; try again',
  },
  passkey_known: { status: 409, zh: '此通行密钥已经添加过', en: 'This passkey was added before' },
  passkeys_full: {
    status: 409,
    zh: '通行密钥已达上限，请先移除一个',
    en: 'There are as many passkeys as an account may have; remove one first',
  },
  passkeys_elsewhere: {
    status: 409,
    zh: '通行密钥只能在 {origin} 使用，请从该地址打开控制台',
    en: 'Passkeys work at {origin} alone: open the console there',
  },
  passkeys_not_here: {
    status: 409,
    zh: '浏览器只在 HTTPS 域名或 localhost 上支持通行密钥，不支持 IP 地址；请从域名打开控制台，本机可用 localhost',
    en: 'Browsers have passkeys for domain names over HTTPS and for localhost, never for an IP address: open the console by its domain name, on this machine by localhost',
  },
  passkey_unverified: {
    status: 422,
    zh: '无法验证此通行密钥，请重试',
    en: 'This passkey could not be verified; try again',
  },
  slug_taken: { status: 409, zh: '该标识已被使用', en: 'This identifier is already in use' },
  model_exists: { status: 409, zh: '已有同名的模型或别名', en: 'A model or alias with this name already exists' },
  own_account: {
    status: 409,
    zh: '不能对自己的账号执行此操作',
    en: 'You cannot do this to your own account',
  },
  key_locked: {
    status: 409,
    zh: '此密钥已被管理员停用，只有管理员可以重新启用',
    en: 'An administrator disabled this key; only administrators can enable it',
  },
  last_admin: {
    status: 409,
    zh: '至少要保留一名启用中的管理员',
    en: 'At least one active administrator must remain',
  },
  email_taken: { status: 409, zh: '该邮箱已被使用', en: 'This email is already in use' },
  group_exists: { status: 409, zh: '已有同名的分组', en: 'A group with this name already exists' },
  group_in_use: { status: 409, zh: '分组中还有用户，不能删除', en: 'The group still has users and cannot be deleted' },
  idempotency_reused: {
    status: 409,
    zh: '此前已用同一幂等键记入另一笔，本次没有入账；请先核对账目',
    en: 'Another entry was booked under this idempotency key; nothing was booked this time. Check the entries first',
  },
  attempt_reused: {
    status: 409,
    zh: '此前已用其他内容提交过一次，本次未再次执行；请刷新页面查看结果',
    en: 'This was sent before with other content; nothing was done this time. Reload to see what became of it',
  },
  exists_here: { status: 409, zh: '此处已有同名的配置', en: 'A configuration with this name already exists here' },
  not_embedded: {
    status: 409,
    zh: '数据库是 PostgreSQL，请用 pg_dump 备份',
    en: 'The database is PostgreSQL: back it up with pg_dump',
  },
  password_needed: { status: 422, zh: '请输入你的密码以确认', en: 'Enter your password to confirm' },
  fields_invalid: { status: 422, zh: '请检查填写的内容', en: 'Check what you entered' },
  too_many_attempts: {
    status: 429,
    zh: '尝试次数过多，请在 {seconds} 秒后重试',
    en: 'Too many attempts; try again in {seconds} s',
  },
  too_many_streams: {
    status: 429,
    zh: '同时打开的实时页面过多，请关闭其他页面',
    en: 'Too many live pages are open; close some',
  },
  too_many_files: {
    status: 429,
    zh: '同时下载的文件过多，请等其中一个完成',
    en: 'Too many files are being downloaded at once; wait for one to end',
  },
  view_only: {
    status: 409,
    zh: '正在以只读方式查看该用户，不能执行此操作',
    en: 'You are viewing this account read-only; this cannot be done',
  },
  view_over: {
    status: 409,
    zh: '查看已结束，请从用户列表重新进入',
    en: 'Viewing has ended; start it again from the user list',
  },
  view_admin: { status: 409, zh: '只能查看普通用户', en: 'Only regular users can be viewed' },
  busy: { status: 503, zh: '服务繁忙，请稍后重试', en: 'The server is busy; try again later' },
  database_away: {
    status: 503,
    zh: '数据库暂时不可用，请稍后重试',
    en: 'The database is unavailable at the moment; try again later',
  },
  took_too_long: {
    status: 503,
    zh: '数据库用时过久，操作已中止；请缩短时间范围或增加筛选条件',
    en: 'The database took too long and the call was stopped; choose a shorter period or more filters',
  },
  internal: { status: 500, zh: '服务器错误，请稍后重试', en: 'Server error; try again later' },
} as const satisfies Record<string, { status: number; zh: string; en: string }>

/** What an error answer may have as its `code`. */
export type ApiErrorCode = keyof typeof API_ERRORS

/** What is wrong with one field, in both languages. */
export type FieldProblem = { zh: string; en: string }

type ErrorFacts = { details?: Record<string, string | number>; fields?: Record<string, FieldProblem>; cause?: unknown }

/** A console call that cannot be served, with what its answer says. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly details: Record<string, string | number>
  readonly fields: Record<string, FieldProblem> | undefined

  constructor(code: ApiErrorCode, facts: ErrorFacts = {}) {
    super(API_ERRORS[code].en, { cause: facts.cause })
    this.name = 'ApiError'
    this.code = code
    this.details = facts.details ?? {}
    this.fields = facts.fields
  }

  get status(): number {
    return API_ERRORS[this.code].status
  }

  /** The sentence for the caller; a single wrong field speaks for the whole. */
  in(locale: Locale): string {
    const problems = Object.values(this.fields ?? {})
    const [only] = problems
    const sentence = only && problems.length === 1 ? only : API_ERRORS[this.code]
    return said(sentence, locale).replace(/\{(\w+)\}/g, (whole, name: string) => String(this.details[name] ?? whole))
  }
}

/** What was looked for, or a 404 where it is not there: null, undefined or, of what was done to it, false. */
export function found<T>(value: T | null | undefined | false): T {
  if (value === null || value === undefined || value === false) throw new ApiError('not_found')
  return value
}

/** A 422 for fields found wrong by more than their form. */
export function invalid(fields: Record<string, FieldProblem>): ApiError {
  return new ApiError('fields_invalid', { fields })
}

/** A sentence in the caller's language. */
export function said(sentence: FieldProblem, locale: Locale): string {
  return locale === 'en' ? sentence.en : sentence.zh
}
