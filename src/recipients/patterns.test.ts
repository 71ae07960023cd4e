/** No pattern that reads files may take longer than its text is long: a cell with the wrong text would stop everybody. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { beforeAll, expect, it, vi } from 'vitest'
import { numberWithin } from '#phone/around-number.ts'
import { worstText, worstTextsOf } from './testing/worst-texts.ts'

const root = join(import.meta.dirname, '..')
const sources = ['recipients', 'phone'].flatMap((folder) =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter(({ parentPath, name }) => /(?<!\.test)\.ts$/.test(name) && !/[\\/]testing$/.test(parentPath))
    .map(({ parentPath, name }) => join(parentPath, name)),
)

/** The patterns that are written in a file. */
function patternsIn(file: string): RegExp[] {
  const found: RegExp[] = []
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  new Visitor({
    Literal(node: { regex?: { pattern: string; flags: string } }) {
      if (node.regex) found.push(new RegExp(node.regex.pattern, node.regex.flags))
    },
  } as never).visit(program)
  return found
}
const written = sources.flatMap((file) => patternsIn(file).map((pattern) => [relative(root, file), pattern] as const))

/** The patterns that are made of words and numbering plans when they are first used. */
const made: RegExp[] = []
beforeAll(async () => {
  const { RegExp: original } = globalThis
  vi.resetModules()
  globalThis.RegExp = new Proxy(original, {
    construct(target, args) {
      const pattern = new target(...(args as [string, string]))
      made.push(pattern)
      return pattern
    },
  })
  try {
    const { allCountries } = await import('#phone/country.ts')
    const { planOfCountry } = await import('#phone/plans.ts')
    const { checkDigits, checkNumber } = await import('#phone/number.ts')
    const { checkInCountry } = await import('#phone/national.ts')
    const { groupNumber } = await import('#phone/group.ts')
    const { kindOf } = await import('#phone/kinds.ts')
    const { readRecipients } = await import('./read.ts')
    for (const iso of allCountries) {
      const number = `+${planOfCountry(iso)?.code ?? ''}23456789`
      for (const use of [checkNumber, groupNumber, kindOf]) use(number)
      checkInCountry('0123456789', iso)
      checkDigits(number.slice(1))
    }
    const cells = [
      'Phone: +14155550134 ext. 5',
      'please do not call, he died',
      'kein Anruf',
      'yes',
      'invalid number',
      '架電禁止',
    ]
    const names = [
      'Phone',
      'Name',
      'Do not call',
      'Consent',
      'Mailing country',
      'Telefon gültig',
      'Status',
      'isDNCFlag',
    ]
    const rows = cells.map((cell) => names.map(() => `"${cell}"`).join(','))
    readRecipients(new TextEncoder().encode(`${names.join(',')}\n${rows.join('\n')}\n`))
  } finally {
    globalThis.RegExp = original
  }
})

const lengths = [1_000, 30_000]
/** What a text of 30,000 characters may take, in ms of the processor. A pattern that backtracks takes thousands. */
const maxMs = 300

/** The text for which a pattern takes too long; undefined: none. @param use what uses the pattern; default: it replaces all matches */
function tooLongFor(pattern: RegExp, use?: (text: string) => unknown): string | undefined {
  const global = new RegExp(pattern.source, [...new Set(`${pattern.flags}g`)].join(''))
  const run = use ?? ((text: string) => text.replace(global, ''))
  for (const text of worstTextsOf(pattern)) {
    for (const length of lengths) {
      const one = worstText(text, length)
      const { user } = process.cpuUsage()
      run(one)
      if (process.cpuUsage().user - user > maxMs * 1_000) return `${JSON.stringify(text)} × ${length}`
    }
  }
  return undefined
}

it.each(written)('%s: %s', (_, pattern) => {
  expect(tooLongFor(pattern)).toBeUndefined()
})

/** Behind a limit of 120 characters, and what has this limit. */
const limited = (pattern: RegExp) => (pattern.source.startsWith(String.raw`^(.*?\d[\s)]*)`) ? numberWithin : undefined)

it('patterns that are made of words and numbering plans', () => {
  expect(made.length).toBeGreaterThan(500)
  expect(made.filter(limited)).toHaveLength(1)
  // Countries share a third of them.
  const different = new Map(made.map((pattern) => [String(pattern), pattern]))
  const tooLong = [...different.values()].flatMap((pattern) => {
    const text = tooLongFor(pattern, limited(pattern))
    return text === undefined ? [] : [`${pattern.source.slice(0, 60)}: ${text}`]
  })
  expect(tooLong).toEqual([])
})
