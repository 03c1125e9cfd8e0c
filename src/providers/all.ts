import { anthropic } from './anthropic.ts'
import { azure } from './azure.ts'
import { bedrock } from './bedrock.ts'
import { cohere } from './cohere.ts'
import { custom } from './custom.ts'
import { dashscope } from './dashscope.ts'
import { deepseek } from './deepseek.ts'
import { demo } from './demo.ts'
import { fireworks } from './fireworks.ts'
import { gemini } from './gemini.ts'
import { groq } from './groq.ts'
import { hunyuan } from './hunyuan.ts'
import { mimo } from './mimo.ts'
import { minimax } from './minimax.ts'
import { mistral } from './mistral.ts'
import { modelscope } from './modelscope.ts'
import { moonshot } from './moonshot.ts'
import { nvidia } from './nvidia.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import { openrouter } from './openrouter.ts'
import { qianfan } from './qianfan.ts'
import { siliconflow } from './siliconflow.ts'
import { stepfun } from './stepfun.ts'
import { together } from './together.ts'
import { vertex } from './vertex.ts'
import { vllm } from './vllm.ts'
import { volcengine } from './volcengine.ts'
import { xai } from './xai.ts'
import { zai } from './zai.ts'
import { zhipu } from './zhipu.ts'
import type { Descriptor } from './provider.ts'

/** Every vendor the gateway knows, in the order the console offers them. */
export const DESCRIPTORS: readonly Descriptor[] = [
  openai,
  anthropic,
  gemini,
  deepseek,
  dashscope,
  zhipu,
  zai,
  moonshot,
  volcengine,
  minimax,
  siliconflow,
  qianfan,
  hunyuan,
  stepfun,
  mimo,
  modelscope,
  openrouter,
  groq,
  xai,
  mistral,
  together,
  fireworks,
  nvidia,
  cohere,
  azure,
  vertex,
  bedrock,
  ollama,
  vllm,
  custom,
  demo,
]

const byId = new Map(DESCRIPTORS.map((descriptor) => [descriptor.id, descriptor]))

/** The descriptor of a preset; an id nobody knows (any more) is a custom vendor. */
export function descriptorOf(id: string): Descriptor {
  return byId.get(id) ?? custom
}
