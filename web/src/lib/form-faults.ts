import type { FieldError, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { CallError } from './call-error.ts'

/** The sentence at an input: what the server said about it, else the rule it breaks. */
export function faultText(fault: unknown, rule: string): string | undefined {
  const error = fault as FieldError | undefined
  if (error === undefined) return undefined
  return error.type === 'server' && error.message ? error.message : rule
}

/** Puts what the server said about fields to their inputs and goes to the first; answers the rest as sentences. */
export function placeFaults<Values extends FieldValues, Context, Out>(
  form: UseFormReturn<Values, Context, Out>,
  fields: Readonly<Record<string, string>>,
): string[] {
  const rest: string[] = []
  let first = true
  for (const [name, message] of Object.entries(fields)) {
    if (form.getValues(name as Path<Values>) === undefined) rest.push(message)
    else {
      form.setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: first })
      first = false
    }
  }
  return rest
}

/** Why a call failed, as one sentence; `otherwise` when the server sent none. */
export function whyOf(error: unknown, otherwise: string): string {
  return (error instanceof CallError && error.detail) || otherwise
}
