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
      quirks: { ...COMPATIBLE, thinking: 'reasoning-split', replayReasoning: true },
    },
    { dialect: 'anthropic', baseUrl: 'https://api.minimaxi.com/anthropic', capabilities: ['messages'], auth: 'bearer' },
  ],
  customBase: false,
  allowPrivate: false,
}
