interface Translated {
  /** Text that React wrote. */
  data: string
  /** The element that stands there instead. */
  translation: Element
}

/** The texts of React that a translator has taken out of the page. */
const translated = new WeakMap<Node, Translated>()
/** All their translations, as the neighbour of another text may be one. */
const translations = new WeakSet<Node>()

const isNewTranslation = (node: Node | null): node is Element =>
  node instanceof Element && node.localName === 'font' && node.isConnected && !translations.has(node)

/**
 * A translator puts elements in the place of React's texts, and React fails when it removes one that is not there. Here each text comes back,
 * without letters, in front of its translation, which goes as soon as React changes, moves or removes the text.
 */
export function keepTranslatedText(): void {
  const observer = new MutationObserver((records) => {
    for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') translated.get(target)?.translation.remove()
      for (const text of removedNodes) {
        if (!(text instanceof Text)) continue
        const before = translated.get(text)
        if (before !== undefined) {
          before.translation.remove()
          text.data ||= before.data
          translated.delete(text)
        }
        const translation = [...addedNodes, previousSibling, nextSibling].find(isNewTranslation)
        if (translation === undefined || (text.isConnected && !translation.contains(text))) continue
        // Some translators take the text along.
        if (text.isConnected) text.replaceWith(text.cloneNode())
        translated.set(text, { data: text.data, translation })
        translations.add(translation)
        text.data = ''
        translation.before(text)
        observer.observe(text, { characterData: true })
      }
    }
    // Our own changes are not news to the observer.
    observer.takeRecords()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
