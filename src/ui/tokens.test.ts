import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

type Rgb = readonly [number, number, number]
interface Colour {
  rgb: Rgb
  alpha: number
}

/** Converts OKLCH to linear sRGB, clipped to its range. */
function toLinear(lightness: number, chroma: number, hue: number): Rgb {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}
const toGamma = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)
const fromGamma = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const numberPattern = '([\\d.]+)'
const oklchPattern = `oklch\\(${numberPattern} ${numberPattern} ${numberPattern}(?: / ${numberPattern})?\\)`
const tokens = new Map(
  [
    ...css.matchAll(
      new RegExp(`--color-([a-z-]+):\\s*light-dark\\(\\s*${oklchPattern},\\s*${oklchPattern}\\s*\\)`, 'g'),
    ),
  ].map((match) => {
    const colour = (groupIndex: number): Colour => ({
      rgb: toLinear(Number(match[groupIndex]), Number(match[groupIndex + 1]), Number(match[groupIndex + 2])),
      alpha: Number(match[groupIndex + 3] ?? 1),
    })
    return [match[1] ?? '', { light: colour(2), dark: colour(6) }] as const
  }),
)

/** Blends a translucent colour with an opaque background, as browsers do. */
const blend = (top: Colour, background: Rgb): Rgb =>
  top.rgb.map((value, i) =>
    fromGamma(toGamma(value) * top.alpha + toGamma(background[i] ?? 0) * (1 - top.alpha)),
  ) as unknown as Rgb
const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b
function contrast(first: Rgb, second: Rgb) {
  const [low, high] = [luminance(first), luminance(second)].toSorted((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}
const token = (name: string, theme: 'light' | 'dark'): Colour => {
  const found = tokens.get(name)
  if (!found) throw new Error(`no colour called ${name}`)
  return found[theme]
}

const backgrounds = ['ground', 'surface', 'raised']
/** Outcomes of calls, in the order in which charts stack them. */
const outcomeColours = ['solid', 'vertical', 'diagonal', 'dots', 'horizontal', 'cross'].map((name) => `chart-${name}`)
const textColours = ['ink', 'soft', 'muted', 'faint', 'accent', 'attention-ink', 'live-ink', 'danger']
const textsOnButtons: [text: string, fill: string][] = [
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
]
const textsOnTints: [text: string, tint: string][] = [
  ['accent', 'accent-soft'],
  ['ink', 'accent-soft'],
  ['muted', 'accent-soft'],
  ['danger', 'danger-soft'],
  ['soft', 'danger-soft'],
  ['attention-ink', 'attention-soft'],
  ['ink', 'attention-soft'],
  ['muted', 'hover'],
  ['soft', 'pressed'],
]

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it('every text has enough contrast on every background', () => {
    const tooLow = backgrounds.flatMap((background) =>
      textColours
        .map((text) => [text, background, contrast(token(text, theme).rgb, token(background, theme).rgb)] as const)
        .filter(([, , ratio]) => ratio < 4.5),
    )
    expect(tooLow).toEqual([])
  })

  it('the text on a filled button has enough contrast', () => {
    expect(
      textsOnButtons.filter(([text, fill]) => contrast(token(text, theme).rgb, token(fill, theme).rgb) < 4.5),
    ).toEqual([])
  })

  it('the text on a tint has enough contrast on every background', () => {
    const tooLow = backgrounds.flatMap((background) =>
      textsOnTints.filter(
        ([text, tint]) =>
          contrast(token(text, theme).rgb, blend(token(tint, theme), token(background, theme).rgb)) < 4.5,
      ),
    )
    expect(tooLow).toEqual([])
  })

  it('edges of controls, focus and status icons have enough contrast on every background', () => {
    const tooLow = backgrounds.flatMap((background) =>
      ['control', 'focus', 'accent', 'danger', 'live'].filter(
        (name) => contrast(token(name, theme).rgb, token(background, theme).rgb) < 3,
      ),
    )
    expect(tooLow).toEqual([])
  })

  it('every series of a chart can be seen on its panel, and told from its neighbours without colours', () => {
    const panel = token('raised', theme).rgb
    expect(outcomeColours.filter((name) => contrast(token(name, theme).rgb, panel) < 3)).toEqual([])
    const greys = outcomeColours.map((name) => toGamma(luminance(token(name, theme).rgb)))
    const alike = greys.slice(1).filter((grey, index) => Math.abs(grey - (greys[index] ?? 0)) < 0.1)
    expect(alike).toEqual([])
  })
})
