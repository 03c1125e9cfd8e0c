/** What operators are told of. */
export const ALERT_RULES = [
  'provider_down',
  'credential_invalid',
  'error_rate',
  'sign_in_failures',
  'budget_threshold',
  'balance_low',
  'provider_balance_low',
  'price_missing',
  'usage_missing',
  'disk_low',
  'database_away',
  'check_failed',
] as const
/** As rows of `alert`, and the rules a channel wants, name it. */
export type AlertRule = (typeof ALERT_RULES)[number]

/** What an alert is about: ids and figures, never a secret. */
export type AlertFacts = Record<string, string | number>

/** Something that is wrong now; `subject` tells apart what the same rule finds wrong at the same time. */
export type Condition = { rule: AlertRule; subject: string; facts: AlertFacts }

/** By what operators are told. */
export const CHANNEL_KINDS = ['webhook', 'email', 'feishu', 'dingtalk', 'wecom', 'telegram'] as const
/** As rows of `channel` name it. */
export type ChannelKind = (typeof CHANNEL_KINDS)[number]
