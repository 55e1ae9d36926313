/** Saves a file through the browser's downloads. */
export function downloadFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has read the address by the next turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}

export function downloadCsvText(name: string, text: string): void {
  downloadFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
}
