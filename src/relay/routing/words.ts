import type { FailureMeaning } from '../../core/routing.ts'
import { asRecord, type Json, parseJson } from '../../core/json.ts'
import { SECOND_MS } from '../../core/time.ts'
import { baseRespIn, FLAGGED, isFlagged, isTooLarge, TOO_LARGE } from '../../protocols/in-band.ts'

/** A word and what it means. */
export type Said = { word: string; meaning: FailureMeaning }

/** What words mean of one vendor; those that are not here mean what they do of all. */
export type OwnWords = Readonly<Record<string, FailureMeaning>>

/**
 * Words that vendors put into the `code`, `type`, `status`, `reason` or `error_code` of an error, where no caller's text can
 * stand (wire.md §3.5, §5.1). Numbers are Zhipu's: it answers 429 for all of them, and only four speak of the moment.
 */
const WORDS: Readonly<Record<string, FailureMeaning>> = {
  insufficient_quota: 'exhausted',
  exceeded_current_quota_error: 'exhausted',
  insufficient_balance: 'exhausted',
  // MiniMax's, and that of who relays to it.
  insufficient_balance_error: 'exhausted',
  billing_error: 'exhausted',
  billing_not_active: 'exhausted',
  billing_hard_limit_reached: 'exhausted',
  Arrearage: 'exhausted',
  PrepaidBillOverdue: 'exhausted',
  PostpaidBillOverdue: 'exhausted',
  invalid_api_key: 'invalid',
  API_KEY_INVALID: 'invalid',
  // Google's, of the project that the key belongs to (google.api.ErrorReason).
  API_KEY_SERVICE_BLOCKED: 'invalid',
  CONSUMER_SUSPENDED: 'invalid',
  SERVICE_DISABLED: 'invalid',
  BILLING_DISABLED: 'exhausted',
  authentication_error: 'invalid',
  invalid_authentication_error: 'invalid',
  account_deactivated: 'invalid',
  // Anthropic's `details.error_code`: the account is closed, its encryption key is, its key's owner has left, or all is spent.
  organization_on_hold: 'invalid',
  cmek_key_disabled: 'invalid',
  cmek_key_network_blocked: 'invalid',
  claude_code_key_creator_not_member: 'invalid',
  enforced_spend_limit_reached: 'exhausted',
  contract_spend_limit_reached: 'exhausted',
  // Who says so in general limits each model (OpenAI, Anthropic, Google, xAI, Groq), or does not say.
  rate_limit_exceeded: 'limited',
  rate_limit_error: 'limited',
  // Moonshot's limits and this one of Volcengine's are the account's, whatever the model (platform.kimi.ai/docs, error codes).
  rate_limit_reached_error: 'cooling',
  AccountRateLimitExceeded: 'cooling',
  engine_overloaded_error: 'failing',
  overloaded_error: 'failing',
  [FLAGGED]: 'callers',
  [TOO_LARGE]: 'too_much',
  model_not_found: 'absent',
  ModelNotFound: 'absent',
  DeploymentNotFound: 'absent',
  // Groq's for a model it has given up and its 403 for one that the owner has switched off, Together's for one that it runs for nobody.
  model_decommissioned: 'absent',
  model_permission_blocked_org: 'absent',
  model_permission_blocked_project: 'absent',
  model_not_available: 'absent',
  // Qianfan's 401 for a model this credential may not use (cloud.baidu.com/doc/qianfan-api/s/rmwbl43x7).
  invalid_model: 'absent',
  // Bailian's free quota is each model's own: the credential still serves the others (its 403).
  'AllocationQuota.FreeTierOnly': 'absent',
  // Volcengine answers 403 for an unpaid account, for a model nobody has switched on and for a file that is not ready
  // (volcengine.com/docs/82379/1299023).
  AccountOverdueError: 'exhausted',
  'OperationDenied.ServiceOverdue': 'exhausted',
  'OperationDenied.ServiceNotOpen': 'absent',
  'OperationDenied.InvalidState': 'callers',
  ModelNotOpen: 'absent',
  'InvalidEndpoint.NotFound': 'absent',
  'InvalidEndpointOrModel.NotFound': 'absent',
  'InvalidEndpointOrModel.ModelIDAccessDisabled': 'absent',
  // OpenRouter gives a failure inside an answer the number of the status it would have had.
  '401': 'invalid',
  '402': 'exhausted',
  '429': 'limited',
  '1113': 'exhausted',
  '1304': 'exhausted',
  '1308': 'exhausted',
  '1309': 'exhausted',
  '1310': 'exhausted',
  '1313': 'exhausted',
  // Of each model (docs.bigmodel.cn/cn/api/rate-limit).
  '1302': 'limited',
  '1303': 'limited',
  '1305': 'limited',
  '1312': 'limited',
  '1301': 'callers',
  // The account is locked, gone or not active (docs.bigmodel.cn/cn/api/api-code).
  '1110': 'invalid',
  '1111': 'invalid',
  '1112': 'invalid',
  '1121': 'invalid',
  // No such model, and one that the plan of this credential does not cover; it covers others.
  '1211': 'absent',
  '1311': 'absent',
}

/** The `base_resp.status_code` MiniMax puts into answers of status 200 (its error code reference, November 2026). */
const BASE_RESP: Readonly<Record<string, FailureMeaning>> = {
  '1002': 'limited',
  '1039': 'limited',
  '1041': 'limited',
  '1004': 'invalid',
  '2049': 'invalid',
  '1008': 'exhausted',
  '2056': 'exhausted',
  // A model that the plan of this credential does not cover.
  '2061': 'absent',
  '1026': 'callers',
  '1027': 'callers',
  '2013': 'callers',
}

const TOO_MUCH: Said = { word: TOO_LARGE, meaning: 'too_much' }
/** Of who stands behind an aggregator: what is wrong is a key or an account there, and the models of others are served as before. */
const REFUSED_BEHIND: Said = { word: 'provider_refused', meaning: 'absent' }
const MODEL_GONE: Said = { word: 'model_not_found', meaning: 'absent' }
const NO_CREDITS: Said = { word: 'credits_used_up', meaning: 'exhausted' }

/** Sentences that begin a message and say more than the words beside it; what a caller wrote never begins one. */
const SENTENCES: readonly [RegExp, Said][] = [
  // OpenRouter's 402 for more tokens than are left, and Anthropic's 429 for an input of a length that the account has not bought: a
  // shorter request is answered.
  [/^This request requires more credits, or fewer max_tokens/, TOO_MUCH],
  [/^Prompt tokens limit exceeded/, TOO_MUCH],
  [/^Extra usage is required for long context/, TOO_MUCH],
  // OpenRouter's 403 for a key that has spent what it was given, and new-api's for a user who has.
  [/^Key limit exceeded/, { word: 'key_limit_exceeded', meaning: 'exhausted' }],
  [/^用户额度不足/, { word: 'insufficient_user_quota', meaning: 'exhausted' }],
  // xAI's 403, which it answers to keys as well.
  [/^Content violates usage guidelines/, { word: FLAGGED, meaning: 'callers' }],
  // OpenAI's 401 for a key that may do other things, and its 403 for a model that it shows to verified organizations only.
  [/^You have insufficient permissions for this operation/, { word: 'missing_scope', meaning: 'absent' }],
  [/^Your organization must be verified/, { word: 'organization_unverified', meaning: 'absent' }],
  [/^Your credit balance is too low/, { word: 'billing_error', meaning: 'exhausted' }],
  // Anthropic's 400 for an account that is closed, and for one that has reached the limit its owner set.
  [/^(?:This|Your) organization has been disabled/, { word: 'account_deactivated', meaning: 'invalid' }],
  [
    /^You have reached your specified (?:workspace )?API usage limits/,
    { word: 'billing_hard_limit_reached', meaning: 'exhausted' },
  ],
  // Google answers 403 to whoever names what is not there, as to a key that may do nothing.
  [/^You do not have permission to access the File /, { word: 'file', meaning: 'callers' }],
  // Anthropic, Google and vLLM have one word for all that is not there.
  [/^model: [^\s]+$/, MODEL_GONE],
  [/^models\/\S+ is not found/, MODEL_GONE],
  [/^The model \S+ does not exist/, MODEL_GONE],
  [/^Not found the model \S+ or Permission denied/, MODEL_GONE],
  [/^Publisher [Mm]odel \S+ was not found/, MODEL_GONE],
  // Ollama's and Cohere's 404, SiliconFlow's 400 (20012), ModelScope's, Fireworks', and OpenRouter's for a name and for one nobody runs.
  [/^model ["']\S+["'] not found\b/, MODEL_GONE],
  [/^Model does not exist\. Please check it carefully/, MODEL_GONE],
  [/^Model id : \S+ , has no provider supported/, MODEL_GONE],
  [/^Model not found, inaccessible, and\/or not deployed/, MODEL_GONE],
  [/^\S+ is not a valid model ID/, MODEL_GONE],
  [/^No endpoints found for \S+\.$/, MODEL_GONE],
  // NVIDIA's 404 for a model that this account is not given, and its 410 and Bedrock's 404 for one that nobody is any more.
  [/^Function '[^']+': Not found for account/, MODEL_GONE],
  [/^Th(?:e|is) (?:model|endpoint)\b.{0,200} has reached (?:its end of life|the end of its life)/, MODEL_GONE],
  // xAI's 400 for a bad key, its 403 for a team that has never paid, and its 429 or 403 for one that has spent what it had.
  [/^Incorrect API key provided/, { word: 'invalid_api_key', meaning: 'invalid' }],
  [/^Your newly created team doesn't have any credits/, NO_CREDITS],
  [/^Your team \S+ has either used all available credits or reached its monthly spending limit/, NO_CREDITS],
  // Fireworks' 412 for an account with unpaid bills, or at the limit its owner set.
  [/^Account \S+ is suspended\b/, { word: 'account_suspended', meaning: 'exhausted' }],
  // Bedrock's 403 where the account has not asked for that model, and its 400 for one that it has not here, not without an inference
  // profile, at another path, or in another protocol.
  [/^You don't have access to the model with the specified model ID/, MODEL_GONE],
  [/^The provided model identifier is invalid/, MODEL_GONE],
  [/^Invocation of model ID \S+ with on-demand throughput isn.t supported/, MODEL_GONE],
  [/^(?:The )?model \S+ (?:isn't supported on this route|does not support the '\S+' API)/, MODEL_GONE],
  // SiliconFlow's 402 or 403, whose code is a number that says something else elsewhere.
  [/^Sorry, your account balance is insufficient/, { word: 'insufficient_balance', meaning: 'exhausted' }],
  [/^CachedContent not found/, { word: 'cached_content', meaning: 'callers' }],
]

/** A word with its meaning; null when it is not known. */
export function known(word: string, own: OwnWords = {}): Said | null {
  const table = Object.hasOwn(own, word) ? own : WORDS
  const meaning = Object.hasOwn(table, word) ? table[word] : undefined
  if (meaning) return { word, meaning }
  const [, code] = /^base_resp_(\d+)$/.exec(word) ?? []
  return code === undefined ? null : { word, meaning: BASE_RESP[code] ?? 'failing' }
}

/** What the body of an error says in a word that is known; null when it says none. */
export function saidInError(body: Uint8Array, own?: OwnWords): Said | null {
  const { root, error, details } = errorIn(body)
  if (isTooLarge(error)) return TOO_MUCH
  // NVIDIA's and FastAPI's sentence is a `detail`.
  const message = String(typeof root.error === 'string' ? root.error : (error.message ?? error.detail))
  const sentence = SENTENCES.find(([pattern]) => pattern.test(message))
  if (sentence) return sentence[1]
  const ended = saidAtTheEnd(message, own)
  if (ended) return ended
  if (isFromBehind(error)) return REFUSED_BEHIND
  // The word of Anthropic's details says more than the type beside it.
  const { error_code: code } = asRecord(error.details)
  for (const value of [code, error.code, error.type, error.status, ...details.map(({ reason }) => reason)]) {
    const said = known(String(value), own)
    if (said) return said
  }
  if (isFlagged(error)) return known(FLAGGED)
  return saidInBaseResp(root)
}

/**
 * What the number says that ends a message in brackets, where the vendor has a word for it: no other vendor's is read, as it may
 * quote a caller there.
 */
function saidAtTheEnd(message: string, own: OwnWords = {}): Said | null {
  const [, number = ''] = /\((\d+)\)$/.exec(message) ?? []
  return Object.hasOwn(own, number) ? known(number, own) : null
}

/** How long Google asks to be left alone, in milliseconds: it says so in the body (google.rpc.RetryInfo); null when it does not. */
export function restInError(body: Uint8Array): number | null {
  const told = errorIn(body).details.find(({ retryDelay }) => typeof retryDelay === 'string')?.retryDelay
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(String(told)) ?? []
  return seconds === undefined ? null : Math.round(Number(seconds) * SECOND_MS)
}

function errorIn(body: Uint8Array): { root: Json; error: Json; details: Json[] } {
  const root = asRecord(unwrapped(parseJson(new TextDecoder().decode(body))))
  const error = { ...root, ...asRecord(root.error) }
  return { root, error, details: Array.isArray(error.details) ? error.details.map(asRecord) : [] }
}

/** OpenRouter names who refused the key that the operator keeps with it, with the number of their status. */
function isFromBehind({ code, metadata }: Json): boolean {
  return (code === 401 || code === 402) && typeof asRecord(metadata).provider_name === 'string'
}

function saidInBaseResp(root: Json): Said | null {
  const word = baseRespIn(root)
  return word === null ? null : known(word)
}

/** Google's OpenAI layer puts its error into an array (wire.md §5.2). */
function unwrapped(json: unknown): unknown {
  return Array.isArray(json) ? json[0] : json
}
