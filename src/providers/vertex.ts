import type { Descriptor } from './provider.ts'

const BASE = 'https://{location}-aiplatform.googleapis.com/v1/projects/{project}/locations/{location}'
const CLAUDE = '/publishers/anthropic/models'
const VERSION = { anthropic_version: 'vertex-2023-10-16' }

/** Google Vertex AI: Gemini, Claude and the OpenAI layer of a project, each with a service account's JSON as the credential. */
export const vertex: Descriptor = {
  id: 'vertex',
  name: { zh: 'Google Vertex AI', en: 'Google Vertex AI' },
  website: 'https://cloud.google.com/vertex-ai',
  keysUrl: 'https://console.cloud.google.com/iam-admin/serviceaccounts',
  endpoints: [
    {
      dialect: 'gemini',
      baseUrl: BASE,
      capabilities: ['generate'],
      signing: { kind: 'google' },
      unlisted: true,
      reshapes: { 'gemini-generate': { path: '/publishers/google/models/{model}:{verb}' } },
      // It reads a header of its own instead (googleapis/python-genai, 2847).
      quirks: { noTier: true },
    },
    {
      dialect: 'anthropic',
      baseUrl: BASE,
      capabilities: ['messages'],
      signing: { kind: 'google' },
      unlisted: true,
      reshapes: {
        'anthropic-messages': {
          path: `${CLAUDE}/{model}:rawPredict`,
          streamPath: `${CLAUDE}/{model}:streamRawPredict`,
          fields: { model: null, ...VERSION },
        },
        'anthropic-count-tokens': { path: `${CLAUDE}/count-tokens:rawPredict`, fields: VERSION },
      },
    },
    {
      dialect: 'openai',
      baseUrl: `${BASE}/endpoints/openapi`,
      capabilities: ['chat'],
      signing: { kind: 'google' },
      unlisted: true,
      quirks: {
        noDeveloperRole: true,
        plainFields: true,
        efforts: ['none', 'minimal', 'low', 'medium', 'high'],
        callSignatures: true,
      },
    },
  ],
  // cloud.google.com/vertex-ai/generative-ai/docs/learn/locations: the global endpoint and the two of many regions.
  hosts: {
    'global-aiplatform.googleapis.com': 'aiplatform.googleapis.com',
    'us-aiplatform.googleapis.com': 'aiplatform.us.rep.googleapis.com',
    'eu-aiplatform.googleapis.com': 'aiplatform.eu.rep.googleapis.com',
  },
  customBase: true,
  allowPrivate: false,
}
