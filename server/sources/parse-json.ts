/** No answer of a source nests deeper than half of this. */
const MAX_DEPTH = 16
const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** The value of a JSON text; undefined if it is not JSON, or nests deeper than any answer of a source. */
export function parseJson(text: string): unknown {
  let depth = 0
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) isInString = !isInString
    else if (isInString) index += code === BACKSLASH ? 1 : 0
    else if (OPENING.has(code)) depth += 1
    else if (CLOSING.has(code)) depth -= 1
    if (depth > MAX_DEPTH) return undefined
  }
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
