/** Gives the focus to the field of a form that was refused, and what is in it to be typed over. */
export function selectField(form: HTMLFormElement, name: string): void {
  const field = form.querySelector<HTMLInputElement>(`input[name=${name}]`)
  field?.focus()
  field?.select()
}
