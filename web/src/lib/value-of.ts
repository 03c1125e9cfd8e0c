/** What stands in a text field of a form, by its name; empty when there is none. */
export function valueOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
