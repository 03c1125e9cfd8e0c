import { COMPATIBLE, type Descriptor } from './provider.ts'

/** MiniMax: base URLs and protocols of its public API. */
export const minimax: Descriptor = {
  id: 'minimax',
  name: { zh: 'MiniMax 稀宇', en: 'MiniMax' },
  website: 'https://platform.minimaxi.com',
  keysUrl: 'https://platform.minimaxi.com/user-center/basic-information/interface-key',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://api.minimaxi.com/v1',
      capabilities: ['chat', 'responses'],
      // M2 always thinks, M3 as `thinking` says, and no effort says how much; Responses knows no word above `high`
      // (platform.minimax.io/docs/api-reference, OpenAI API and Responses).
      quirks: {
        ...COMPATIBLE,
        thinking: 'reasoning-split',
        switchable: /^minimax-m3(?!\.)/i,
        efforts: ['none', 'minimal', 'low', 'medium', 'high'],
        replayReasoning: true,
      },
    },
    { dialect: 'anthropic', baseUrl: 'https://api.minimaxi.com/anthropic', capabilities: ['messages'], auth: 'bearer' },
  ],
  // The numbers that end its messages, beside types and statuses that say something else: 500 for an empty account, and 429 for what
  // a plan had (MiniMax-AI/MiniMax-M2 62, MiniMax-AI/MiniMax-M2.7 36, liliMozi/openhanako 452).
  words: { '1008': 'exhausted', '2056': 'exhausted', '2061': 'absent', '1026': 'callers', '1027': 'callers' },
  customBase: false,
  allowPrivate: false,
}
