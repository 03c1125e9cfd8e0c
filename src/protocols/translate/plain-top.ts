import { asRecord, type Json } from '../../core/json.ts'

/**
 * What a tool takes, with no combination of schemas at the top: OpenAI (`invalid_function_parameters`) and Anthropic
 * (`input_schema does not support oneOf, allOf, or anyOf at the top level`) refuse every request that offers such a tool, and MCP
 * servers offer them. What its parts allow is allowed there.
 */
export function plainTop(schema: Json): Json {
  const { anyOf, oneOf, allOf, not: _not, enum: _enum, ...rest } = schema
  const parts = [anyOf, oneOf, allOf].filter(Array.isArray).flat().map(asRecord)
  if (parts.length === 0) return { type: 'object', ...rest }
  const properties = [...parts, rest].flatMap((part) => Object.entries(asRecord(part.properties)))
  return { ...rest, type: 'object', properties: Object.fromEntries(properties) }
}
