import { COMPATIBLE, type Descriptor } from './provider.ts'

/** DeepSeek: base URLs and protocols of its public API. */
export const deepseek: Descriptor = {
  id: 'deepseek',
  name: { zh: 'DeepSeek 深度求索', en: 'DeepSeek' },
  website: 'https://www.deepseek.com',
  keysUrl: 'https://platform.deepseek.com/api_keys',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://api.deepseek.com',
      capabilities: ['chat', 'responses'],
      quirks: {
        ...COMPATIBLE,
        thinking: 'thinking-type',
        // deepseek-ai/DeepSeek-V3 1376: its models think unless they are told not to.
        forcedTools: [[/^/, 'unthinking']],
        replayReasoning: true,
        jsonObjectOnly: true,
      },
    },
    { dialect: 'anthropic', baseUrl: 'https://api.deepseek.com/anthropic', capabilities: ['messages'], auth: 'bearer' },
  ],
  // https://api-docs.deepseek.com/api/get-user-balance
  balance: {
    path: '/user/balance',
    purses: ['balance_infos'],
    amount: ['total_balance'],
    currency: ['currency'],
  },
  customBase: false,
  allowPrivate: false,
}
