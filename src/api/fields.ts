import type { z } from 'zod'
import { ApiError, type FieldProblem } from './errors.ts'

type Issue = z.core.$ZodIssue

/** Checks a value against a schema of the contract; what does not fit is a 422 that names the fields in both languages. */
export function parseFields<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  // A field may be called as what every object has, such as `constructor`.
  const fields = new Map<string, FieldProblem>()
  for (const issue of result.error.issues) {
    for (const name of namesOf(issue)) if (!fields.has(name)) fields.set(name, problemOf(issue))
  }
  throw new ApiError('fields_invalid', { fields: Object.fromEntries(fields) })
}

function namesOf(issue: Issue): string[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...path, key].join('.'))
  return [path.join('.') || 'body']
}

const FORMATS: Record<string, FieldProblem> = {
  email: { zh: '请输入有效的邮箱地址', en: 'Enter a valid email address' },
  date: { zh: '请输入有效的日期', en: 'Enter a valid date' },
  url: { zh: '请输入有效的网址', en: 'Enter a valid address' },
  datetime: { zh: '请输入有效的时间', en: 'Enter a valid time' },
}

/** The sentences of the contract's own checks, in Chinese. */
const CUSTOM: Record<string, string> = {
  'not an amount in USD': '请输入有效的金额（美元）',
  'must not be negative': '不能为负数',
  'not a factor': '请输入有效的倍率，最多六位小数',
  'lower-case letters, digits and hyphens': '只能使用小写字母、数字和连字符',
  'at most a billion USD': '最多十亿美元',
  'not zero, and at most a million USD': '不能为零，且不超过一百万美元',
  'one limit for each metric and window': '同一指标和周期只能有一个限额',
  'at least one base rate': '至少填写一项基础价格',
  'each level once': '每一档只能出现一次',
  'each row once': '每行只能出现一次',
  'each day once': '每一天只能出现一次',
  'a time of day, such as 09:00': '请输入一天中的时间，例如 09:00',
  'the end after the beginning': '结束时间应晚于开始时间',
  'above 0, and at most 10': '应大于 0，且不超过 10',
  'windows that do not overlap': '时段之间不能重叠',
  'at least one window': '至少需要一个时段',
  'what stands in {…} is to be filled in': '{…} 中的内容尚未填写',
  'a PNG, JPEG or WebP picture': '请选择 PNG、JPEG 或 WebP 图片',
  'at most 64 KiB': '不能超过 64 KiB',
  'no spaces, quotes or control characters': '不能包含空格、引号或控制字符',
  'no spaces, quotes or invisible characters': '不能包含空格、引号或不可见字符',
}

function problemOf(issue: Issue): FieldProblem {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return { zh: '此项必填', en: 'This is required' }
      return { zh: '类型不正确', en: 'The type is not valid' }
    case 'unrecognized_keys':
      return { zh: '未知的字段', en: 'Unknown field' }
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_value':
      return { zh: `只能是：${issue.values.join('、')}`, en: `This must be one of: ${issue.values.join(', ')}` }
    case 'invalid_format':
      return FORMATS[issue.format] ?? custom(issue.message)
    case 'custom':
      return custom(issue.message)
    case 'not_multiple_of':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
      return { zh: '内容无效', en: 'This is not valid' }
  }
  return issue satisfies never
}

function custom(message: string): FieldProblem {
  const zh = CUSTOM[message]
  return zh === undefined ? { zh: '格式不正确', en: 'The format is not valid' } : { zh, en: sentenceCase(message) }
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function tooSmall(issue: z.core.$ZodIssueTooSmall): FieldProblem {
  const least = String(issue.minimum)
  if (issue.origin === 'string' && least === '1') return { zh: '此项必填', en: 'This is required' }
  if (issue.origin === 'string') return { zh: `至少 ${least} 个字符`, en: `At least ${least} characters` }
  if (issue.origin === 'array') return { zh: `至少 ${least} 项`, en: `At least ${least} entries` }
  return { zh: `不能小于 ${least}`, en: `Not less than ${least}` }
}

function tooBig(issue: z.core.$ZodIssueTooBig): FieldProblem {
  const most = String(issue.maximum)
  if (issue.origin === 'string') return { zh: `最多 ${most} 个字符`, en: `At most ${most} characters` }
  if (issue.origin === 'array') return { zh: `最多 ${most} 项`, en: `At most ${most} entries` }
  return { zh: `不能大于 ${most}`, en: `Not more than ${most}` }
}
