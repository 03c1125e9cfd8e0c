import type { BillingType } from '../core/billing-type.ts'
import type { Dialect, ProtocolId } from '../core/protocol.ts'
import { anthropic } from '../providers/anthropic.ts'
import { dashscope } from '../providers/dashscope.ts'
import { openai } from '../providers/openai.ts'
import { openrouter } from '../providers/openrouter.ts'

/** A model of the demo and how fast it is: median milliseconds to the first token, then tokens a second. */
export type CastModel = { id: string; aliases: readonly string[]; firstTokenMs: number; tokensPerSecond: number }

/** Named as in the built-in catalogue, which prices them. */
export const CAST_MODELS: readonly CastModel[] = [
  { id: 'claude-sonnet-5-5', aliases: ['sonnet'], firstTokenMs: 940, tokensPerSecond: 74 },
  { id: 'claude-haiku-5-5', aliases: ['haiku'], firstTokenMs: 430, tokensPerSecond: 165 },
  { id: 'gpt-6-astra', aliases: [], firstTokenMs: 2100, tokensPerSecond: 56 },
  { id: 'gpt-5.5', aliases: [], firstTokenMs: 1150, tokensPerSecond: 82 },
  { id: 'gemini-3.8-flash', aliases: [], firstTokenMs: 520, tokensPerSecond: 190 },
  { id: 'deepseek-v4-pro', aliases: [], firstTokenMs: 820, tokensPerSecond: 61 },
  { id: 'kimi-k3', aliases: [], firstTokenMs: 1010, tokensPerSecond: 57 },
  { id: 'glm-5.3', aliases: [], firstTokenMs: 860, tokensPerSecond: 70 },
]

/** A provider of the demo; all of them are the built-in one in disguise. Lower priorities are asked first. */
export type CastProvider = {
  slug: string
  name: string
  preset: string
  priority: number
  /** What it charges, in millionths of the list price. */
  multiplierMicros: bigint
  billingType: BillingType
  dialects: readonly Dialect[]
  models: readonly string[]
  /** From what on little is left there, in billionths; absent: its vendor is not asked. */
  balanceAlert?: bigint
}

const CHINESE_MODELS = ['deepseek-v4-pro', 'kimi-k3', 'glm-5.3']

/** Three with models of their own, and one that offers all of them and is asked last. */
export const CAST_PROVIDERS: readonly CastProvider[] = [
  {
    slug: 'demo-anthropic',
    name: 'Anthropic',
    preset: anthropic.id,
    priority: 100,
    billingType: 'postpaid',
    multiplierMicros: 1_000_000n,
    dialects: ['anthropic'],
    models: ['claude-sonnet-5-5', 'claude-haiku-5-5'],
  },
  {
    slug: 'demo-openai',
    name: 'OpenAI',
    preset: openai.id,
    priority: 100,
    billingType: 'postpaid',
    multiplierMicros: 1_000_000n,
    dialects: ['openai'],
    models: ['gpt-6-astra', 'gpt-5.5'],
  },
  {
    slug: 'demo-bailian',
    name: '阿里云百炼',
    preset: dashscope.id,
    priority: 100,
    billingType: 'plan',
    multiplierMicros: 920_000n,
    dialects: ['openai', 'anthropic'],
    models: CHINESE_MODELS,
  },
  {
    slug: 'demo-openrouter',
    name: 'OpenRouter',
    preset: openrouter.id,
    priority: 200,
    billingType: 'prepaid',
    multiplierMicros: 1_055_000n,
    dialects: ['openai', 'anthropic', 'gemini'],
    models: CAST_MODELS.map((model) => model.id),
    balanceAlert: 50_000_000_000n,
  },
]

/** What is left at the vendor of the demo that tells, and the path at which it does. */
export const CAST_BALANCE = {
  path: openrouter.balance?.path,
  told: { nanos: 214_750_000_000n, currency: 'USD' },
} as const

/** How a key is used: an agent reads a long, mostly cached conversation; a chat is short; a script is steady. */
export type Habit = 'agent' | 'chat' | 'script'

/** A key and what is asked with it; `models` are ids with how often each is chosen, as weights. */
export type CastKey = {
  name: string
  client: string
  protocol: ProtocolId
  habit: Habit
  ip: string
  /** Its part of all requests. */
  share: number
  /** How much of its budget for this month is spent, in percent; absent: it has none. */
  spent?: bigint
  models: readonly (readonly [string, number])[]
}

/** A user of the demo, as whom nobody can sign in. */
export type CastPerson = {
  email: string
  name: string
  /** How much of their budget for this month is spent, in percent; absent: they have none. */
  spent?: bigint
  /** What the account may use; absent: everything. */
  bounds?: { denyModels: string[]; allowIps: string[] }
  keys: readonly CastKey[]
}

const claudeCode = {
  name: 'Claude Code',
  client: 'Claude Code',
  protocol: 'anthropic-messages',
  habit: 'agent',
} as const
const codex = { name: 'Codex CLI', client: 'Codex CLI', protocol: 'openai-responses', habit: 'agent' } as const
const geminiCli = { name: 'Gemini CLI', client: 'Gemini CLI', protocol: 'gemini-generate', habit: 'agent' } as const
const sdk = { client: 'OpenAI SDK', protocol: 'openai-chat', habit: 'script' } as const
const cherry = { name: 'Cherry Studio', client: 'Cherry Studio', protocol: 'openai-chat', habit: 'chat' } as const

/** The first person's keys go to the administrator when there is one. Addresses are of the ranges kept for documentation. */
export const CAST_PEOPLE: readonly CastPerson[] = [
  {
    email: 'lin.xiao@example.com',
    name: '林晓',
    keys: [
      {
        ...claudeCode,
        ip: '203.0.113.18',
        share: 0.2,
        spent: 48n,
        models: [
          ['claude-sonnet-5-5', 8],
          ['claude-haiku-5-5', 3],
        ],
      },
      {
        ...cherry,
        ip: '203.0.113.18',
        share: 0.05,
        models: [
          ['gpt-5.5', 4],
          ['kimi-k3', 3],
          ['claude-sonnet-5-5', 2],
        ],
      },
    ],
  },
  {
    email: 'wei.chen@example.com',
    name: '陈薇',
    spent: 66n,
    keys: [
      {
        ...codex,
        ip: '203.0.113.44',
        share: 0.15,
        models: [
          ['gpt-6-astra', 4],
          ['gpt-5.5', 6],
        ],
      },
      { ...geminiCli, ip: '203.0.113.44', share: 0.06, models: [['gemini-3.8-flash', 1]] },
    ],
  },
  {
    email: 'sofia.rossi@example.com',
    name: 'Sofia Rossi',
    keys: [
      { ...claudeCode, name: 'MacBook', ip: '198.51.100.7', share: 0.11, models: [['claude-sonnet-5-5', 1]] },
      {
        ...sdk,
        name: 'notebooks',
        ip: '198.51.100.7',
        share: 0.06,
        models: [
          ['deepseek-v4-pro', 3],
          ['gemini-3.8-flash', 2],
        ],
      },
    ],
  },
  {
    email: 'zhou.ming@example.com',
    name: '周明',
    spent: 96n,
    keys: [
      {
        ...claudeCode,
        name: 'GLM 编程',
        ip: '203.0.113.90',
        share: 0.08,
        models: [
          ['glm-5.3', 5],
          ['kimi-k3', 2],
        ],
      },
      {
        ...cherry,
        ip: '203.0.113.90',
        share: 0.06,
        models: [
          ['deepseek-v4-pro', 4],
          ['glm-5.3', 2],
          ['kimi-k3', 2],
        ],
      },
    ],
  },
  {
    email: 'robot@example.com',
    name: 'CI',
    bounds: { denyModels: ['gpt-6-astra'], allowIps: ['198.51.100.0/24'] },
    keys: [
      {
        ...sdk,
        name: 'review-bot',
        spent: 50n,
        ip: '198.51.100.200',
        share: 0.13,
        models: [
          ['gpt-5.5', 3],
          ['deepseek-v4-pro', 4],
        ],
      },
      {
        ...sdk,
        name: 'search-index',
        ip: '198.51.100.201',
        share: 0.1,
        models: [
          ['gemini-3.8-flash', 5],
          ['claude-haiku-5-5', 1],
        ],
      },
    ],
  },
]
