/** The id of a card's heading. It takes the focus when the card is added, or when the focused control disappears. */
export const graphTitleId = (id: string): string => `graph-${id}`

export function focusGraphTitle(id: string): void {
  document.getElementById(graphTitleId(id))?.focus()
}
