import type { Message } from './message.ts'

/** A message that begins at a round time; `over` is laid over it. */
export function aMessage(over: Partial<Message> = {}): Message {
  return {
    rule: 'provider_down',
    state: 'fired',
    severity: 'critical',
    title: '[Yumen] 提供商不可用：Acme',
    text: '无法应答。',
    link: 'https://yumen.example/admin/providers/p1',
    at: Date.UTC(2026, 10, 20, 12, 0, 1, 500),
    facts: { provider: 'Acme' },
    ...over,
  }
}
