import { z } from 'zod'
import { endpoints } from '../contract/all.ts'
import { errorBody } from '../contract/common.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { ATTEMPT_HEADER, isRepeatable } from './attempts.ts'
import type { Deps } from './deps.ts'

/** A JSON Schema as it stands in the description. */
export type JsonSchema = Record<string, unknown>

/** A call as the description needs it; `body` and `answer` are null where it has none. */
export type Operation = {
  name: string
  endpoint: Endpoint
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }[]
  body: JsonSchema | null
  answer: JsonSchema | null
}

/** Every call with its schemas as JSON Schema, in the contract's order. */
export function operations(): Operation[] {
  return Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({
    name,
    endpoint,
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint), ...headerParameters(endpoint)],
    body: endpoint.body ? jsonSchema(endpoint.body, 'input') : null,
    answer: endpoint.status === 204 ? null : jsonSchema(endpoint.answer, 'output'),
  }))
}

/** The OpenAPI 3.1 description of the console API, made from the contract. */
export function openApi(site: Deps['site']): JsonSchema {
  const paths: Record<string, JsonSchema> = {}
  for (const operation of operations()) {
    const { method, path } = operation.endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(operation) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${site.name} console API`, version: site.version },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: jsonSchema(errorBody, 'output') },
      securitySchemes: { session: { type: 'http', scheme: 'bearer', description: 'The access token of a sign-in.' } },
    },
  }
}

function operationObject({ name, endpoint, parameters, body, answer }: Operation): JsonSchema {
  const status = String(endpoint.status ?? 200)
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [tagOf(endpoint)],
    security: endpoint.who === 'anyone' ? [] : [{ session: [] }],
    'x-who': endpoint.who,
    parameters,
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      [status]: answer
        ? {
            description: 'Done.',
            content: { [endpoint.file || endpoint.stream ? '*/*' : 'application/json']: { schema: answer } },
          }
        : { description: 'Done; there is nothing to say.' },
      default: {
        description: 'What went wrong, in the language asked for.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

/** The noun a call is listed under: `keys`, `admin/providers`, … */
export function tagOf(endpoint: Endpoint): string {
  const [, , first = '', second = ''] = endpoint.path.split('/')
  return first === 'admin' ? `${first}/${second}` : first
}

function pathParameters(endpoint: Endpoint): Operation['parameters'] {
  const names = Array.from(endpoint.path.matchAll(/\{(\w+)\}/g), (match) => match[1] ?? '')
  return names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
}

function queryParameters(endpoint: Endpoint): Operation['parameters'] {
  if (!endpoint.query) return []
  const { properties = {}, required = [] } = z.toJSONSchema(endpoint.query, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: schema as JsonSchema,
  }))
}

function headerParameters(endpoint: Endpoint): Operation['parameters'] {
  if (endpoint.versioned) {
    const schema = {
      type: 'string',
      pattern: '^"\\d{1,15}"$',
      description: 'Refused (409) unless this is its version.',
    }
    return [{ name: 'if-match', in: 'header', required: false, schema }]
  }
  if (!isRepeatable(endpoint)) return []
  const description = 'Sent again within 10 minutes with the same content, the call is done once and answered alike.'
  const schema = { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$', description }
  return [{ name: ATTEMPT_HEADER, in: 'header', required: false, schema }]
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
