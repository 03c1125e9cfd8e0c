import type { FieldTable } from '../translate/codec.ts'

/**
 * What becomes of each field of generateContent in another protocol (wire.md §1.6). What depends on a field's value, as with
 * the modalities that are asked for, is `own`: it is refused where the request is read.
 */
export const FIELDS: FieldTable = {
  model: 'own',
  contents: 'messages',
  systemInstruction: 'messages',
  tools: 'tools',
  'tools[googleSearch]': 'webSearch',
  'toolConfig.functionCallingConfig': 'toolChoice',
  'toolConfig.retrievalConfig': 'dropped',
  'toolConfig.includeServerSideToolInvocations': 'dropped',
  serviceTier: 'tier',
  safetySettings: 'dropped',
  labels: 'dropped',
  store: 'dropped',
  cachedContent: 'refused',
  continuationToken: 'refused',
  modelArmorConfig: 'refused',
  'generationConfig.temperature': 'temperature',
  'generationConfig.topP': 'topP',
  'generationConfig.topK': 'topK',
  'generationConfig.candidateCount': 'refused',
  'generationConfig.maxOutputTokens': 'maxTokens',
  'generationConfig.stopSequences': 'stop',
  'generationConfig.presencePenalty': 'presencePenalty',
  'generationConfig.frequencyPenalty': 'frequencyPenalty',
  'generationConfig.seed': 'seed',
  'generationConfig.responseMimeType': 'format',
  'generationConfig.responseSchema': 'format',
  'generationConfig.responseJsonSchema': 'format',
  'generationConfig.responseFormat': 'format',
  'generationConfig.thinkingConfig': 'reasoning',
  'generationConfig.responseModalities': 'own',
  'generationConfig.responseLogprobs': 'dropped',
  'generationConfig.logprobs': 'dropped',
  'generationConfig.speechConfig': 'dropped',
  'generationConfig.imageConfig': 'dropped',
  'generationConfig.mediaResolution': 'dropped',
  'generationConfig.audioTimestamp': 'dropped',
  'generationConfig.audioTranscriptionConfig': 'dropped',
  'generationConfig.enableEnhancedCivicAnswers': 'dropped',
  'generationConfig.routingConfig': 'dropped',
  'generationConfig.modelSelectionConfig': 'dropped',
}

const {
  'generationConfig.presencePenalty': _presence,
  'generationConfig.frequencyPenalty': _frequency,
  ...written
} = FIELDS

/**
 * What is written of them: no model that Google still serves takes a penalty (400 `Penalty is not enabled for models/…`;
 * google-gemini/cookbook 1290). Gemini 2.0, the last that did, ended in June 2026 (ai.google.dev, deprecations).
 */
export const WRITTEN: FieldTable = written
