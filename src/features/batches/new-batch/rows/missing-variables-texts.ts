/** Says which variables of the flow have no value, and in how many calls. */
import { variablesInWords } from '#components/agents/call-variables.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import type { Gap } from './missing-variables.ts'

/** Where one variable has no value. */
export function gapText({ name, column, calls }: Gap, totalCalls: number): string {
  if (column === null)
    return `No column is sent as ${visibleText(name)}, so it is empty in ${totalCalls === 1 ? 'the only call' : `all ${number(totalCalls)} calls`}.`
  return `Empty in ${number(calls)} of ${plural(totalCalls, 'call', 'calls')}.`
}

/** All missing values in one sentence. */
export function missingVariablesText(gaps: readonly Gap[], totalCalls: number): string {
  const inAllCalls = gaps.filter(({ calls }) => calls === totalCalls)
  const parts = [
    ...(inAllCalls.length > 0
      ? [
          `for ${variablesInWords(inAllCalls.map(({ name }) => name))} in ${totalCalls === 1 ? 'the call' : `all ${number(totalCalls)} calls`}`,
        ]
      : []),
    ...gaps
      .filter(({ calls }) => calls < totalCalls)
      .map(({ name, calls }) => `for ${variablesInWords([name])} in ${plural(calls, 'call', 'calls')}`),
  ]
  const last = parts.pop() ?? ''
  return `The agent has no value ${parts.length > 0 ? `${parts.join(', ')} and ` : ''}${last}.`
}
