/** The marks drawn in marks.svg. */
const DRAWN = new Set([
  'anthropic',
  'bailian',
  'cherrystudio',
  'claude',
  'claudecode',
  'cline',
  'codex',
  'deepseek',
  'gemini',
  'geminicli',
  'githubcopilot',
  'google',
  'kilocode',
  'kimi',
  'openai',
  'opencode',
  'openrouter',
  'qwen',
  'siliconflow',
  'zai',
])

/** First words of names that a mark stands for under another name. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^claude/, 'claude'],
  [/^(gpt|chatgpt|o\d|text-embedding-(3|ada)|dall-e|whisper|tts)\b/, 'openai'],
  [/^(gemini|gemma)/, 'gemini'],
  [/^deepseek/, 'deepseek'],
  [/^(kimi|moonshot)/, 'kimi'],
  [/^copilot/, 'githubcopilot'],
  [/^(glm|zhipu|z-ai|z\.ai)/, 'zai'],
  [/^(qwen|qwq)/, 'qwen'],
  [/^(dashscope|alibaba|aliyun)/, 'bailian'],
]

/** The mark for the first of some names (a model, a vendor, a client) that has one; undefined when none has. */
export function markOf(...names: readonly string[]): string | undefined {
  for (const name of names) {
    const plain = name.toLowerCase().split('/').at(-1) ?? ''
    const joined = plain.replaceAll(/[^a-z0-9]/g, '')
    if (DRAWN.has(joined)) return joined
    const family = FAMILIES.find(([words]) => words.test(plain))?.[1]
    if (family) return family
  }
  return undefined
}
