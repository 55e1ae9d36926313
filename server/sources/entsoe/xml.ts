import { XMLParser } from 'fast-xml-parser'
import { SyntaxValidator } from 'fast-xml-validator'

import { SourceError } from '#server/errors.ts'

/** By local name: text, or arrays of elements for `LISTS`. */
export type XmlElement = Readonly<Record<string, unknown>>

const LISTS: ReadonlySet<string> = new Set(['TimeSeries', 'Period', 'Point', 'Reason'])

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  removeNSPrefix: true,
  parseTagValue: false,
  maxNestedTags: 16,
  jPath: false,
  isArray: (name) => LISTS.has(name),
})

/** A lost connection may be the cause: asking again may help. */
export function garbled(reason: string): SourceError {
  return new SourceError(`ENTSO-E sent a document that cannot be read: ${reason}.`, { isTransient: true })
}

/** Asking again would not help. */
export function invalid(reason: string): SourceError {
  return new SourceError(`ENTSO-E sent a document that breaks its own rules: ${reason}.`, {
    isTransient: false,
  })
}

/** An unreadable element; its neighbours may be readable. */
export class ElementError extends Error {}

/** Null for an unreadable element. */
export function readOrLeaveOut<Result>(
  read: () => Result,
  leaveOut?: (reason: string) => void,
): Result | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ElementError)) throw error
    leaveOut?.(error.message)
    return null
  }
}

/** Throws a `SourceError`, also for a document type: only XML's five entities are expanded. */
export function readXml(xml: string): { name: string; element: XmlElement } {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw garbled('it declares a document type')
  const [root, ...others] = Object.entries(parseWellFormed(xml))
  const isSingle = root !== undefined && others.length === 0 && !Array.isArray(root[1])
  if (!isSingle) throw garbled('it does not have exactly one root')
  const [name, element] = root
  return { name, element: isElement(element) ? element : {} }
}

/** A million attributes take the parser minutes and half a gigabyte. */
const LONG_TAG = /<(?![!?])[^<>]{4000}/

function parseWellFormed(xml: string): XmlElement {
  try {
    if (LONG_TAG.test(xml)) throw new Error('A tag is too long')
    SyntaxValidator.validate(xml)
    const tree: unknown = parser.parse(xml)
    return isElement(tree) ? tree : {}
  } catch (error) {
    throw garbled(error instanceof Error ? error.message.replace(/\.$/, '').slice(0, 200) : 'it is not XML')
  }
}

export function isElement(value: unknown): value is XmlElement {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Throws an `ElementError` if given twice or with children. */
export function childText(element: XmlElement, name: string): string | null {
  const value = element[name]
  if (value === undefined) return null
  if (typeof value !== 'string') throw new ElementError(`${name} is not one text`)
  return value
}

export function requiredText(element: XmlElement, name: string): string {
  const text = childText(element, name)
  if (text === null || text === '') throw new ElementError(`${name} is missing`)
  return text
}

export function requiredChild(element: XmlElement, name: string): XmlElement {
  const value = element[name]
  if (!isElement(value)) throw new ElementError(`${name} is missing or given twice`)
  return value
}

export function childElements(element: XmlElement, name: string): XmlElement[] {
  const values = element[name]
  return Array.isArray(values) ? values.map((value) => (isElement(value) ? value : {})) : []
}
