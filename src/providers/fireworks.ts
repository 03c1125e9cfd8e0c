import { COMPATIBLE, type Descriptor } from './provider.ts'

/** Fireworks AI: base URLs and protocols of its public API. */
export const fireworks: Descriptor = {
  id: 'fireworks',
  name: { zh: 'Fireworks AI', en: 'Fireworks AI' },
  website: 'https://fireworks.ai',
  keysUrl: 'https://app.fireworks.ai/settings/users/api-keys',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://api.fireworks.ai/inference/v1',
      capabilities: ['chat', 'completions', 'embeddings'],
      quirks: {
        ...COMPATIBLE,
        efforts: ['none', 'low', 'medium', 'high'],
        // As `@earendil-works/pi-ai` 1.6.0 has them.
        effortsOf: [
          [/(?:kimi-k3|glm-5p3|glm-(?:fast-|flash-)?latest)/, ['low', 'high', 'max']],
          [/(?:kimi-(?:fast-)?latest|ember)/, ['none', 'low', 'medium', 'high', 'max']],
          [/deepseek-(?:v4p1|flash-latest)/, ['none', 'low', 'high', 'max']],
          [/qwen(?:3p8|-max-latest)/, ['none', 'low', 'medium', 'xhigh']],
          [/gpt-oss/, ['low', 'medium', 'high']],
          [/minimax-m3p1/, ['low', 'medium', 'high', 'xhigh', 'max']],
          [/minimax-(?:m3|latest)/, ['low', 'medium', 'high']],
          [/muse-spark/, ['low', 'medium', 'high', 'xhigh']],
        ],
        // Kimi refuses calls without what was thought before them, and others think again what they cannot see (earendil-works/pi 7230).
        replayReasoning: true,
      },
    },
    { dialect: 'anthropic', baseUrl: 'https://api.fireworks.ai/inference', capabilities: ['messages'], auth: 'bearer' },
  ],
  customBase: false,
  allowPrivate: false,
}
