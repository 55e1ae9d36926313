/** Returns `done` or the failure. Browsers have no clipboard over plain HTTP, so a selection is copied instead. */
export async function copyText(text: string, done: string): Promise<string> {
  return (await copy(text)) ? done : 'The browser does not allow copying'
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

function copySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'sr-only'
  document.body.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } finally {
    field.remove()
  }
}
