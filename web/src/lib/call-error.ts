import type { ErrorBody } from '../../../src/contract/common.ts'

/** A call that did not succeed. `status` 0: no answer came at all. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  /** A sentence for the reader, in the reader's language; empty when the server sent none. */
  readonly detail: string
  /** What is wrong with which field of the body. */
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | null

  constructor(status: number, body: Partial<ErrorBody>, cause?: unknown) {
    super(`${status} ${body.code ?? 'no_answer'}`, { cause })
    this.name = 'CallError'
    this.status = status
    this.code = body.code ?? (status === 0 ? 'no_answer' : 'unknown')
    this.detail = body.detail ?? ''
    this.fields = body.fields ?? {}
    this.requestId = body.request_id ?? null
  }
}

/** Whether nobody can say if what was asked for is done: no answer came. */
export const isUnheard = (error: unknown): boolean => error instanceof CallError && error.status === 0

/** Reads a failed answer, whatever its body is. */
export async function callErrorOf(answer: Response): Promise<CallError> {
  const body: unknown = await answer.json().catch(() => null)
  const known = typeof body === 'object' && body !== null ? pickErrorBody(body) : {}
  const id = answer.headers.get('x-request-id')
  return new CallError(answer.status, { ...(id === null ? {} : { request_id: id }), ...known })
}

// The answer may come from something in between, so nothing about its body is taken for granted.
function pickErrorBody(body: object): Partial<ErrorBody> {
  const text = (name: string) => {
    const value: unknown = Reflect.get(body, name)
    return typeof value === 'string' ? { [name]: value } : {}
  }
  const fields: unknown = Reflect.get(body, 'fields')
  const named = typeof fields === 'object' && fields !== null ? Object.entries(fields) : []
  return {
    ...text('detail'),
    ...text('code'),
    ...text('request_id'),
    fields: Object.fromEntries(named.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
  }
}
