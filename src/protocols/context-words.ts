/**
 * Sentences that say that a request does not fit into the model's context, of vendors whose codes say no more than that it is wrong:
 * Kimi, xAI, llama.cpp, GLM and Volcengine word it in ways of their own.
 */
export const TOO_LONG =
  /context.?(?:length|window|limit)|maximum (?:context|prompt length)|available context size|prompt is too long|too many input tokens|range of input length|input (?:is |length )?too long|exceeded model token limit|more than max tokens allowed|exceed max message tokens|prompt exceeds max length|prompt 超长/i
