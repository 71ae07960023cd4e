/** Draws a chart as a PNG: its title and subtitle, legend, marks and note, in the colours of the page. */
import { textWidth } from './use-box.ts'

const copied = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'color', 'font-size', 'font-weight', 'opacity']
const fontFamily = 'system-ui, "Liberation Sans", sans-serif'
const padding = 16
const lineHeight = 18
/** Pixels of the picture for each pixel of the page. */
const scale = 2

const namespace = 'http://www.w3.org/2000/svg'

/**
 * Copies what style sheets say into attributes: a picture has no style sheets, and the content policy of the page allows no inline styles.
 */
function inlineStyles(from: Element, to: Element): void {
  const style = getComputedStyle(from)
  const hasFill = from.getAttribute('fill')?.startsWith('url(') === true
  for (const name of copied) {
    if (name === 'fill' && hasFill) continue
    to.setAttribute(name, style.getPropertyValue(name))
  }
  to.removeAttribute('class')
  // The picture has another font, which must take the same place.
  if (from instanceof SVGTextContentElement && from.getComputedTextLength() > 0) {
    to.setAttribute('textLength', `${from.getComputedTextLength()}`)
    to.setAttribute('lengthAdjust', 'spacingAndGlyphs')
  }
  for (const [index, child] of [...from.children].entries()) {
    const copy = to.children[index]
    if (copy) inlineStyles(child, copy)
  }
}

function textElement(text: string, x: number, y: number, style: { colour: string; size: number; weight?: number }) {
  const element = document.createElementNS(namespace, 'text')
  element.textContent = text
  element.setAttribute('x', `${x}`)
  element.setAttribute('y', `${y}`)
  element.setAttribute('fill', style.colour)
  element.setAttribute('font-size', `${style.size}`)
  element.setAttribute('font-weight', `${style.weight ?? 400}`)
  return element
}

/** Breaks a text into lines of at most this many characters. */
function linesOf(text: string, length: number): string[] {
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + word.length >= length) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.filter(Boolean)
}

interface Picture {
  /** The chart as the page shows it. */
  plot: SVGSVGElement
  /** The legend's keys with their labels. */
  legend: readonly { key: SVGSVGElement; label: string }[]
  title: string
  subtitle: string
  note: string
  /** The element whose colours the picture takes. */
  page: HTMLElement
}

/** The whole picture as SVG. */
function composeSvg({ plot, legend, title, subtitle, note, page }: Picture): {
  svg: SVGSVGElement
  width: number
  height: number
} {
  const { color, backgroundColor } = getComputedStyle(page)
  const plotWidth = plot.clientWidth
  const plotHeight = plot.clientHeight
  const width = plotWidth + 2 * padding
  const svg = document.createElementNS(namespace, 'svg')
  svg.setAttribute('font-family', fontFamily)
  let y = padding
  for (const line of linesOf(title, plotWidth / 8)) {
    svg.append(textElement(line, padding, y + 13, { colour: color, size: 15, weight: 600 }))
    y += 22
  }
  for (const line of linesOf(subtitle, plotWidth / 7)) {
    svg.append(textElement(line, padding, y + 10, { colour: color, size: 12 }))
    y += 16
  }
  if (subtitle !== '') y += 6
  const place = (element: SVGSVGElement, x: number, top: number) => {
    const copy = element.cloneNode(true) as SVGSVGElement
    inlineStyles(element, copy)
    copy.setAttribute('x', `${x}`)
    copy.setAttribute('y', `${top}`)
    svg.append(copy)
  }
  let x = padding
  for (const { key, label } of legend) {
    const labelWidth = 18 + textWidth(label, { css: `12px ${fontFamily}`, letterSpacing: 0 }) + 16
    if (x > padding && x + labelWidth > width - padding) {
      x = padding
      y += lineHeight
    }
    place(key, x, y)
    svg.append(textElement(label, x + 18, y + 10, { colour: color, size: 12 }))
    x += labelWidth
  }
  if (legend.length > 0) y += lineHeight + 6
  place(plot, padding, y)
  y += plotHeight + 8
  for (const line of linesOf(note, plotWidth / 6)) {
    svg.append(textElement(line, padding, y + 10, { colour: color, size: 11 }))
    y += 15
  }
  const height = y + padding
  const background = document.createElementNS(namespace, 'rect')
  background.setAttribute('width', '100%')
  background.setAttribute('height', '100%')
  background.setAttribute('fill', backgroundColor)
  svg.prepend(background)
  svg.setAttribute('xmlns', namespace)
  svg.setAttribute('width', `${width * scale}`)
  svg.setAttribute('height', `${height * scale}`)
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
  return { svg, width, height }
}

/** @returns the picture, twice as large as on the page, so that it is sharp in print; null if the browser cannot draw it */
export async function drawPng(picture: Picture): Promise<Blob | null> {
  const { svg, width, height } = composeSvg(picture)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`
  try {
    await image.decode()
  } catch {
    return null
  }
  const canvas = document.createElement('canvas')
  canvas.width = width * scale
  canvas.height = height * scale
  const context = canvas.getContext('2d')
  if (!context) return null
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
