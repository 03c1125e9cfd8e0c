import { expect, test } from 'vitest'
import { descriptorOf } from '../../providers/all.ts'
import { saidInError } from './words.ts'

const DISABLED = 'This organization has been disabled.'
const LIMITED = 'You have reached your specified workspace API usage limits. You will regain access on 2026-12-01.'

/** Errors of Anthropic's: type, message and the word of its details, and what they mean. */
test.each([
  ['an account that was closed', 'invalid_request_error', DISABLED, 'organization_on_hold', 'invalid'],
  ['the same without a word for it', 'invalid_request_error', DISABLED, null, 'invalid'],
  ['a limit that the account’s owner set', 'invalid_request_error', LIMITED, null, 'exhausted'],
  ['a key of encryption that is off', 'invalid_request_error', 'In words.', 'cmek_key_disabled', 'invalid'],
  ['a month’s spending, no matter of a moment', 'rate_limit_error', '', 'enforced_spend_limit_reached', 'exhausted'],
  ['what a contract allows', 'rate_limit_error', '', 'contract_spend_limit_reached', 'exhausted'],
  ['growing too fast', 'rate_limit_error', '', 'ramp_limit_exceeded', 'limited'],
  ['an own account that is empty', 'billing_error', '', null, 'exhausted'],
])('Anthropic’s error of %s', (...[, type, message, code, meaning]) => {
  const error = { type, message, ...(code !== null && { details: { error_code: code } }) }
  const body = Buffer.from(JSON.stringify({ type: 'error', error, request_id: 'r' }))
  expect(saidInError(body)?.meaning).toBe(meaning)
})

test('a caller’s words in the middle of a sentence mean nothing', () => {
  const message = `messages.0: ${DISABLED} ${LIMITED}`
  expect(saidInError(Buffer.from(JSON.stringify({ error: { type: 'invalid_request_error', message } })))).toBeNull()
})

// MiniMax-AI/MiniMax-M2 62 (status 500), MiniMax-AI/MiniMax-M2.7 36 (429), liliMozi/openhanako 452 (500).
test.each([
  ['api_error', 'insufficient balance (1008)', 'exhausted'],
  ['insufficient_balance_error', 'insufficient balance (1008)', 'exhausted'],
  ['rate_limit_error', 'usage limit exceeded, 5-hour usage limit reached, resets at 15:00 (2056)', 'exhausted'],
  ['api_error', 'your current token plan not support model, MiniMax-M2.7-highspeed (2061)', 'absent'],
  ['rate_limit_error', 'rate limit (1002)', 'limited'],
  ['bad_request_error', 'invalid params, invalid chat setting (2013)', undefined],
])('MiniMax’s %s: %s', (type, message, meaning) => {
  const body = Buffer.from(JSON.stringify({ type: 'error', error: { type, message }, request_id: 'r' }))
  expect(saidInError(body, descriptorOf('minimax').words)?.meaning).toBe(meaning)
})

test('a number in brackets means nothing of another vendor, and nothing in the middle of a message', () => {
  const body = (message: string) => Buffer.from(JSON.stringify({ error: { type: 'invalid_request_error', message } }))
  expect(saidInError(body('no such model: x (1008)'), descriptorOf('openai').words)).toBeNull()
  expect(saidInError(body('(1008) is no number of tokens'), descriptorOf('minimax').words)).toBeNull()
})

// What each vendor answers where a model is not there, or not for this account, with its status.
test.each([
  ['Ollama (ollama/ollama 718)', { error: "model 'mistral' not found, try pulling it first" }],
  [
    'Ollama at OpenAI’s path (netease-youdao/QAnything 555)',
    {
      error: { message: 'model "ollama" not found, try pulling it first', type: 'api_error', param: null, code: null },
    },
  ],
  [
    'Cohere (docs.cohere.com, errors)',
    {
      id: 'da62a855',
      message:
        "model 'embed-v4.0x' not found, make sure the correct model ID was used and that you have access to the model.",
    },
  ],
  ['SiliconFlow, 400', { code: 20_012, message: 'Model does not exist. Please check it carefully.', data: null }],
  ['ModelScope, 400', { error: { message: 'Model id : MiniMax/MiniMax-M2.5 , has no provider supported' } }],
  [
    'Fireworks (warpdotdev/warp 15107)',
    {
      error: {
        message: 'Model not found, inaccessible, and/or not deployed',
        param: 'model',
        code: 'NOT_FOUND',
        type: 'error',
      },
    },
  ],
  ['OpenRouter, 400', { error: { message: 'openrouter/foo is not a valid model ID', code: 400 } }],
  ['OpenRouter, 404', { error: { message: 'No endpoints found for deepseek/deepseek-v4-flash.', code: 404 } }],
  [
    'NVIDIA (Alishahryar1/free-claude-code 956)',
    {
      status: 404,
      title: 'Not Found',
      detail: "Function '12345678-b123-12a3-1221-123456789123': Not found for account 'Ab1EzDFj'",
    },
  ],
  [
    'NVIDIA, 410',
    { status: 410, title: 'Gone', detail: "The model 'meta/llama-3.1-8b' has reached its end of life on 2026-06-01." },
  ],
  [
    'Vertex',
    {
      error: {
        code: 404,
        message:
          'Publisher Model `projects/p/locations/us-central1/publishers/google/models/gemini-0` was not found or your project does not have access to it.',
        status: 'NOT_FOUND',
      },
    },
  ],
  ['Bedrock, 404', { message: 'This model version has reached the end of its life. Please refer to the AWS docs.' }],
  ['Bedrock, 400', { message: 'The provided model identifier is invalid.' }],
  [
    'Bedrock, 400, of a model that wants an inference profile',
    {
      message:
        'Invocation of model ID anthropic.claude-sonnet-5 with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model.',
    },
  ],
  [
    'Bedrock, 400, of a model with another protocol (enricoros/big-AGI 1167)',
    {
      error: {
        code: 'validation_error',
        message: "The model 'openai.gpt-5.6-terra' does not support the '/v1/chat/completions' API",
        param: null,
        type: 'invalid_request_error',
      },
    },
  ],
  [
    'Bedrock, 400, at the wrong path (docs.aws.amazon.com, Responses API)',
    { error: { code: 'validation_error', message: "model `xai.grok-4.3` isn't supported on this route" } },
  ],
  [
    'Groq, 400',
    {
      error: {
        message: 'The model `m` has been decommissioned and is no longer supported.',
        type: 'invalid_request_error',
        code: 'model_decommissioned',
      },
    },
  ],
  [
    'Groq, 403',
    {
      error: {
        message: 'The model `m` is blocked at the project level.',
        type: 'permissions_error',
        code: 'model_permission_blocked_project',
      },
    },
  ],
  [
    'Together, 400',
    {
      id: 'oyGk652',
      error: {
        message: 'Unable to access non-serverless model Qwen/Qwen3-VL-8B-Instruct.',
        type: 'invalid_request_error',
        param: null,
        code: 'model_not_available',
      },
    },
  ],
])('%s says that a model is not there', (...[, body]) => {
  expect(saidInError(Buffer.from(JSON.stringify(body)))?.meaning).toBe('absent')
})

// continuedev/continue 10373 (429), warpdotdev/warp 14867 (403), pollinations/pollinations 12136 (412).
test.each([
  [
    'xAI',
    {
      code: 'The caller does not have permission to execute the specified operation',
      error:
        'Your team 16f2151a-40f4-4a80-8ad0-cae00c27e8dd has either used all available credits or reached its monthly spending limit. To continue making API requests, please purchase more credits or raise your spending limit.',
    },
  ],
  [
    'xAI, of a new team',
    {
      code: 'The caller does not have permission to execute the specified operation',
      error: "Your newly created team doesn't have any credits or licenses yet.",
    },
  ],
  [
    'Fireworks',
    {
      error: {
        message:
          'Account pollinations is suspended, possibly due to reaching the monthly spending limit or failure to pay past invoices. Please go to https://fireworks.ai/account/billing for more information.',
        param: null,
        code: 'PRECONDITION_FAILED',
        type: 'error',
      },
    },
  ],
])('%s says that an account is out of money', (...[, body]) => {
  expect(saidInError(Buffer.from(JSON.stringify(body)))?.meaning).toBe('exhausted')
})

test('ModelScope means a limit by what Bailian behind it means a limit by', () => {
  const error = { code: 'insufficient_quota', message: 'You exceeded your current quota, please check your plan.' }
  const said = saidInError(Buffer.from(JSON.stringify({ error })), descriptorOf('modelscope').words)
  expect(said?.meaning).toBe('limited')
})
