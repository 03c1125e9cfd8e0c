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
      // K2 takes the switch, of which K2.7 Code refuses `disabled`, K3 the word alone; both at once are refused
      // (platform.kimi.ai/docs, thinking effort and K3.1 Pro quickstart; HKUDS/nanobot 3939).
      quirks: {
        ...COMPATIBLE,
        thinking: 'thinking-type',
        efforts: ['low', 'high', 'max'],
        effortsOf: [[/^(?:kimi-(?:k2|thinking|latest)|moonshot-)/, []]],
        alwaysThinks: /^kimi-(?:k2-thinking|k2\.7-code|thinking|k[3-9])/,
        effortAlone: true,
        // platform.kimi.ai/docs, migrating from OpenAI: the models' own values depend on whether they think.
        fixedSampling: /^kimi-(?:k2\.[5-9]|k[3-9])/,
        // UKGovernmentBEIS/inspect_ai 5152, enricoros/big-AGI 1161, can1357/oh-my-pi 1077.
        forcedTools: [
          [/^kimi-k[3-9]/, 'unnamed'],
          [/^kimi-(?:k2-thinking|k2\.7-code|thinking)/, 'never'],
          [/^kimi-k2\.[5-9]/, 'unthinking'],
        ],
        replayReasoning: true,
      },
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
