/**
 * Keeps a page true and working while the browser translates it. A translator takes the text nodes out of the page and puts elements of its
 * own in their places, or moves them into such elements. React still has the nodes that it created: it would change a text that nobody sees,
 * so that the old one stays on the page, and fail to remove or to find one. So a text is put back just before React touches it. The
 * translator then translates the new text. Without a translator, nothing here changes anything.
 */

/** The element that has taken the place of a text, or of another such element. */
const replacements = new WeakMap<Node, Element>()
const isReplacement = new WeakSet<Node>()

/** A text, or what has already taken the place of one: a translator also replaces its own elements. */
const isReplaceable = (node: Node) => node instanceof Text || isReplacement.has(node)

/**
 * Records which elements have taken the places of texts. Translators replace a text at once, or add their element directly before or after
 * they remove the text. A sentence often consists of several texts side by side, so an element that stands for one of them is not taken
 * for the replacement of its neighbour.
 */
function recordReplacements(records: readonly MutationRecord[]): void {
  const added = new Set<Node | null>()
  for (const [index, record] of records.entries()) {
    const { addedNodes, removedNodes, target, previousSibling, nextSibling } = record
    const next = records[index + 1]
    const isNextInSamePlace =
      next?.target === target && next.previousSibling === previousSibling && next.nextSibling === nextSibling
    const replacement =
      addedNodes[0] ??
      (isNextInSamePlace ? next.addedNodes[0] : null) ??
      [previousSibling, nextSibling].find((sibling) => added.has(sibling) && sibling && !isReplacement.has(sibling))
    for (const removed of removedNodes) {
      if (!(replacement instanceof Element) || replacement === removed || !isReplaceable(removed)) continue
      replacements.set(removed, replacement)
      isReplacement.add(replacement)
    }
    for (const node of addedNodes) added.add(node)
  }
}

/** What stands in the page for a text that a translator has taken out of it, if anything does. */
function findReplacement(node: Node): Element | undefined {
  // An element may have been replaced by another, and that one by the first again.
  const passed = new Set<Node>()
  let replacement = replacements.get(node)
  while (replacement && !replacement.parentNode && !passed.has(replacement)) {
    passed.add(replacement)
    replacement = replacements.get(replacement)
  }
  return replacement?.parentNode ? replacement : undefined
}

const observer = new MutationObserver(recordReplacements)
observer.observe(document.body, { childList: true, subtree: true })

// oxlint-disable-next-line typescript/unbound-method -- they are called with the node as `this`
const { appendChild, insertBefore, removeChild, replaceChild } = Node.prototype
const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')

/** Puts a text back that a translator has taken out of the page. */
function putBack(node: Node): void {
  if (node.parentNode !== null || !(node instanceof Text)) return
  // The observer has not been called yet for what has just happened.
  recordReplacements(observer.takeRecords())
  const replacement = findReplacement(node)
  if (!replacement?.parentNode) return
  replaceChild.call(replacement.parentNode, node, replacement)
  // The text replaced the element this time, and no longer has a replacement.
  observer.takeRecords()
  replacements.delete(node)
}

/** Makes a node a child of this parent again if a translator has moved it into an element of its own. @returns whether it is a child */
function bringBack(node: Node, parent: Node): boolean {
  putBack(node)
  if (node.parentNode === parent) return true
  let wrapper = node.parentNode
  while (wrapper && wrapper.parentNode !== parent) wrapper = wrapper.parentNode
  if (!wrapper) return false
  insertBefore.call(parent, node, wrapper)
  if (wrapper.textContent === '') removeChild.call(parent, wrapper)
  return true
}

Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
  return bringBack(child, this) ? (removeChild.call(this, child) as Child) : child
}
Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, before: Node | null): Child {
  putBack(node)
  return insertBefore.call(this, node, before && bringBack(before, this) ? before : null) as Child
}
Node.prototype.appendChild = function <Child extends Node>(this: Node, node: Child): Child {
  putBack(node)
  return appendChild.call(this, node) as Child
}
Object.defineProperty(Text.prototype, 'nodeValue', {
  ...nodeValue,
  set(this: Text, value: string | null) {
    putBack(this)
    nodeValue?.set?.call(this, value)
  },
})
