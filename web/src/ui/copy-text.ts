/** Puts a text on the clipboard; false when the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  // Absent where the page came over plain HTTP from another machine, as self-hosted pages do.
  if ('clipboard' in navigator) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      return copyBySelection(text)
    }
  }
  return copyBySelection(text)
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.cssText = 'position:fixed;opacity:0'
  // Inside an open dialog, native ones too, because a focus trap takes the focus from anything outside.
  const home = before?.closest('dialog, [role=dialog]') ?? document.body
  home.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } finally {
    area.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}
