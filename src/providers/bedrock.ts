import type { Descriptor } from './provider.ts'

/** AWS Bedrock: its OpenAI and Anthropic protocols, with a Bedrock API key or an access key `id:secret[:session token]`. */
export const bedrock: Descriptor = {
  id: 'bedrock',
  name: { zh: 'AWS Bedrock', en: 'AWS Bedrock' },
  website: 'https://aws.amazon.com/bedrock',
  keysUrl: 'https://console.aws.amazon.com/bedrock/home#/api-keys',
  endpoints: [
    {
      dialect: 'openai',
      baseUrl: 'https://bedrock-runtime.{region}.amazonaws.com/openai/v1',
      capabilities: ['chat', 'responses'],
      signing: { kind: 'aws', service: 'bedrock' },
      unlisted: true,
      quirks: {
        noDeveloperRole: true,
        firstSystem: true,
        plainFields: true,
        // Other vendors' models know the words that they do elsewhere.
        effortsOf: [
          [/gpt-oss/, ['low', 'medium', 'high']],
          [/grok-4\.[6-9]/, ['low', 'medium', 'high', 'xhigh']],
          [/kimi-k3|glm-5\.3/, ['low', 'high', 'max']],
        ],
      },
    },
    {
      dialect: 'anthropic',
      baseUrl: 'https://bedrock-mantle.{region}.api.aws/anthropic',
      capabilities: ['messages'],
      // Its own service to IAM: signed for `bedrock`, every request is refused.
      signing: { kind: 'aws', service: 'bedrock-mantle' },
      unlisted: true,
    },
  ],
  customBase: true,
  allowPrivate: false,
}
