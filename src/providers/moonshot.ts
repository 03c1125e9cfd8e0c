import { COMPATIBLE, type Descriptor } from './provider.ts'

/** Moonshot Kimi: base URLs and protocols of its public API. */
export const moonshot: Descriptor = {
  id: 'moonshot',
  name: { zh: '月之暗面 Kimi', en: 'Moonshot Kimi' },
  website: 'https://platform.moonshot.cn',
  keysUrl: 'https://platform.moonshot.cn/console/api-keys',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://api.moonshot.cn/v1',
      capabilities: ['chat', 'responses'],
      quirks: { ...COMPATIBLE, thinking: 'thinking-type', efforts: ['low', 'high', 'max'], replayReasoning: true },
    },
    { dialect: 'anthropic', baseUrl: 'https://api.moonshot.cn/anthropic', capabilities: ['messages'], auth: 'bearer' },
  ],
  // https://platform.moonshot.cn/docs/api/balance
  balance: {
    path: '/v1/users/me/balance',
    amount: ['data', 'available_balance'],
    currency: 'CNY',
    hosts: { 'api.moonshot.ai': 'USD' },
  },
  customBase: false,
  allowPrivate: false,
}
