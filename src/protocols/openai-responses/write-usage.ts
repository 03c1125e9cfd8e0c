import type { Json } from '../../core/json.ts'
import { inputTotal, type Usage } from '../../core/usage.ts'

/** Usage as a response tells it: cached parts inside the input, reasoning inside the output, hosted tools beside (wire.md §3.3). */
export function writeUsage(usage: Usage): { usage: Json; tool_usage?: Json } {
  const input = inputTotal(usage) + usage.audioIn
  const output = usage.output + usage.audioOut
  const { imageIn, imageOut, searches } = usage
  return {
    usage: {
      input_tokens: input,
      input_tokens_details: {
        cached_tokens: usage.cacheRead,
        cache_write_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
        cache_write_tokens_details: { ttl_30m_tokens: usage.cacheWrite5m, ttl_12h_tokens: usage.cacheWrite1h },
      },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: usage.reasoning },
      total_tokens: input + output,
    },
    ...(imageIn + imageOut + searches > 0 && {
      tool_usage: {
        image_gen: { input_tokens: imageIn, output_tokens: imageOut, total_tokens: imageIn + imageOut },
        web_search: { num_requests: searches },
      },
    }),
  }
}
