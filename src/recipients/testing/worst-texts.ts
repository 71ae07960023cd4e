/**
 * For tests: the texts for which a pattern takes longest. A pattern backtracks if something that may repeat is followed by something that is
 * missing, so its worst texts repeat each such part, after what the pattern wants before it.
 */

/** Characters of every kind that patterns tell apart. */
const signs = Array.from(' \t\n\u00a0aezAZ019-.,;:/()[]"\'+=_#@&%?!<*~\\éßÑ×中アン가٣א\u200b\u00ad\u001a\u0085\u0301✓')

/** A part of a pattern: its texts, shortest first, and the parts of it that may repeat. */
interface Part {
  texts: string[]
  repeated: { before: string; texts: string[] }[]
}

const [maxTexts, unlimited] = [8, 20]
const combined = (one: readonly string[], other: readonly string[]): string[] =>
  [...new Set(one.flatMap((text) => other.map((next) => text + next)))].slice(0, maxTexts)

/** Reads the source of a pattern. */
function readPattern(source: string, flags: string): Part {
  let at = 0
  const characters = flags.includes('u') ? Array.from(source) : source.split('')
  const rest = (length: number) => characters.slice(at, at + length).join('')

  /** A single character: the signs that it matches, or itself. */
  function oneOf(atom: string): Part {
    const pattern = new RegExp(`^(?:${atom})$`, flags.replace(/[gy]/g, ''))
    const found = signs.filter((sign) => pattern.test(sign))
    return { texts: found.length > 0 ? found.slice(0, maxTexts) : atom.length === 1 ? [atom] : [''], repeated: [] }
  }

  function readAtom(): Part {
    const start = at
    if (rest(1) === '(') return readGroup()
    if (rest(1) === '[') {
      for (at++; rest(1) !== ']'; at++) if (rest(1) === '\\') at++
      at++
      return oneOf(characters.slice(start, at).join(''))
    }
    if (rest(1) === '\\') {
      at += 2
      const kind = characters[at - 1] ?? ''
      if (/[bB1-9]/.test(kind)) return { texts: [''], repeated: [] }
      if (/[pPu]/.test(kind) && rest(1) === '{') while (characters[at++] !== '}');
      else if (kind === 'u') at += 4
      else if (kind === 'x') at += 2
      const literal = characters.slice(start, at).join('')
      const exact = /^\\(?:u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2}))$/.exec(literal)
      if (exact) return { texts: [String.fromCharCode(Number.parseInt(exact[1] ?? exact[2] ?? '', 16))], repeated: [] }
      return /[\\.*+?^${}()|[\]/-]/.test(kind) ? { texts: [kind], repeated: [] } : oneOf(literal)
    }
    at++
    const sign = characters[start] ?? ''
    if (sign === '.') return oneOf('.')
    return { texts: [/[$^]/.test(sign) ? '' : sign], repeated: [] }
  }

  function readGroup(): Part {
    at++
    const kind = /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(rest(40))?.[0] ?? ''
    at += kind.length
    const part = readAlternatives()
    at++
    // What must not follow is no part of a text.
    return kind.endsWith('!') ? { texts: [''], repeated: [] } : part
  }

  function readQuantified(): Part {
    const part = readAtom()
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(rest(12))?.[0]
    if (quantifier === undefined) return part
    at += quantifier.length
    const [, least = '', most] = /^\{(\d+)(?:,(\d*))?/.exec(quantifier) ?? []
    const min = quantifier.startsWith('{') ? Number(least) : quantifier.startsWith('+') ? 1 : 0
    const isUnlimited = /^[*+]/.test(quantifier) || most === '' || Number(most ?? least) >= unlimited
    const repeated = isUnlimited ? [{ before: '', texts: part.texts.filter((text) => text !== '') }] : []
    const once = min === 0 ? ['', ...part.texts] : part.texts.map((text) => text.repeat(min))
    return { texts: once.slice(0, maxTexts), repeated: [...part.repeated, ...repeated] }
  }

  function readAlternatives(): Part {
    const all: Part[] = []
    let sequence: Part = { texts: [''], repeated: [] }
    for (;;) {
      if (at >= characters.length || rest(1) === ')' || rest(1) === '|') {
        all.push(sequence)
        sequence = { texts: [''], repeated: [] }
        if (rest(1) !== '|') break
        at++
        continue
      }
      const next = readQuantified()
      const before = sequence.texts.toSorted((one, other) => other.length - one.length)[0] ?? ''
      sequence = {
        texts: combined(sequence.texts, next.texts),
        repeated: [
          ...sequence.repeated,
          ...next.repeated.map(({ before: inside, texts }) => ({ before: before + inside, texts })),
        ],
      }
    }
    // Long lists of words are alike.
    return {
      texts: all.flatMap(({ texts }) => texts.slice(0, 2)).slice(0, maxTexts),
      repeated: all.flatMap((one) => one.repeated),
    }
  }

  return readAlternatives()
}

/** What no pattern expects, so that it fails at the end of a text. */
const unexpected = '\u0001'

/** The parts of the worst texts of a pattern: what comes first, and what repeats. */
export function worstTextsOf({ source, flags }: RegExp): { before: string; repeated: string }[] {
  const { texts, repeated } = readPattern(source, flags)
  const all = [
    ...signs.map((sign) => ({ before: '', repeated: sign })),
    ...texts.filter((text) => text !== '').map((text) => ({ before: '', repeated: text })),
    ...repeated.flatMap(({ before, texts: some }) =>
      some.flatMap((text) => ['', before].map((start) => ({ before: start, repeated: text }))),
    ),
  ]
  return [...new Map(all.map((one) => [`${one.before}\u0000${one.repeated}`, one])).values()]
}

const textsOfSigns = new Map<string, string>()

/** A text of this many characters. Those of single characters are the same for most patterns. */
export function worstText({ before, repeated }: { before: string; repeated: string }, characters: number): string {
  const key = `${repeated}${characters}`
  const known = before === '' && repeated.length === 1 ? textsOfSigns.get(key) : undefined
  const text = known ?? `${before}${repeated.repeat(Math.ceil(characters / repeated.length))}${unexpected}`
  if (before === '' && repeated.length === 1) textsOfSigns.set(key, text)
  return text
}
