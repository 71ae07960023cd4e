/** Variables of the flow that have no value, in all calls or in some. Pure. */
import { variablesInWords } from '#components/agents/call-variables.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { visibleText } from '#ui/text/visible-text.tsx'

export interface Gap {
  /** The variable, as the texts name it. */
  name: string
  /** Place of the column that is sent under this name; null: there is none. */
  column: number | null
  /** Calls with nothing there. */
  calls: number
}

/** @param emptyIn how many calls have nothing in a column, by its place */
export function gapsOf(
  needed: readonly string[],
  names: readonly (string | null)[],
  calls: number,
  emptyIn: (column: number) => number,
): Gap[] {
  return needed.flatMap((name) => {
    const column = names.indexOf(name)
    const gap = column < 0 ? { name, column: null, calls } : { name, column, calls: emptyIn(column) }
    return gap.calls > 0 ? [gap] : []
  })
}

/** Identifies the gaps that somebody has accepted. */
export const signatureOf = (gaps: readonly Gap[]): string => JSON.stringify(gaps)

/** One gap, as a sentence about the file. */
export function gapText({ name, column, calls }: Gap, all: number): string {
  if (column === null)
    return `No column is sent as ${visibleText(name)}: empty in ${all === 1 ? 'the only call' : `all ${number(all)} calls`}.`
  return `Empty in ${number(calls)} of ${plural(all, 'call', 'calls')}.`
}

/** The missing values, in one sentence. */
export function missingVariablesText(gaps: readonly Gap[], all: number): string {
  const whole = gaps.filter(({ calls }) => calls === all)
  const parts = [
    ...(whole.length > 0
      ? [
          `for ${variablesInWords(whole.map(({ name }) => name))} in ${all === 1 ? 'the call' : `all ${number(all)} calls`}`,
        ]
      : []),
    ...gaps
      .filter(({ calls }) => calls < all)
      .map(({ name, calls }) => `for ${variablesInWords([name])} in ${plural(calls, 'call', 'calls')}`),
  ]
  return `The agent has no value ${parts.join(', ')}.`
}
