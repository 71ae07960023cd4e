/** Focuses an element as soon as it is in the document, within a few frames. */
export function focusWhenRendered(id: string, frames = 30): void {
  const element = document.getElementById(id)
  if (element) element.focus()
  else if (frames > 0) requestAnimationFrame(() => focusWhenRendered(id, frames - 1))
}
