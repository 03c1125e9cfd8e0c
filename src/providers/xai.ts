import type { Quirks } from '../protocols/translate/quirks.ts'
import type { Descriptor } from './provider.ts'

/** Which models can be told how much to think, and how (docs.x.ai, reasoning; what `@ai-sdk/xai` leaves out). */
const EFFORTS_OF: Quirks['effortsOf'] = [
  [/grok-3-mini/, ['low', 'high']],
  [/grok-(?:[23]\b|4(?:-0709|-latest)?$|4[-.]1|4-fast|4\.20(?!-multi-agent)|code|build)/, []],
  [/grok-4\.3/, ['none', 'low', 'medium', 'high']],
  [/grok-4\.5/, ['low', 'medium', 'high']],
]

/** xAI: base URLs and protocols of its public API. */
export const xai: Descriptor = {
  id: 'xai',
  name: { zh: 'xAI', en: 'xAI' },
  website: 'https://x.ai',
  keysUrl: 'https://console.x.ai',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://api.x.ai/v1',
      capabilities: ['chat', 'responses', 'images'],
      quirks: {
        noDeveloperRole: true,
        plainFields: true,
        efforts: ['low', 'medium', 'high', 'xhigh'],
        effortsOf: EFFORTS_OF,
        // For 30 days (docs.x.ai, generate text; best practices).
        keepsAnswers: true,
      },
    },
  ],
  customBase: false,
  allowPrivate: false,
}
