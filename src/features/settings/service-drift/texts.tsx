/** Texts about how the service's answers differ from the documentation. */
import type { ReactNode } from 'react'
import type { ServiceDifference } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'

export const differences = 'Differences from the documentation'
export const noDifferences = (compared: number, time: ReactNode) =>
  compared === 1 ? (
    <>The one answer since {time} was spelled as documented.</>
  ) : (
    <>
      All {number(compared)} answers since {time} were spelled as documented.
    </>
  )
export const explanation =
  'Compares answers and events that Switchboard reads anyway, so it costs no requests. Values are not recorded, only names and types.'
export const omitted = (count: number) =>
  `${plural(count, 'further difference is', 'further differences are')} not listed.`

export const copied = 'Copied'

export const wholeAnswer = 'the whole answer'

export const kinds: Record<ServiceDifference['kind'], string> = {
  missing: 'Left out',
  wrong: 'Another type',
  alternate: 'Alternate spelling',
  word: 'Unknown word',
  added: 'Added',
}
/** @param expected '': the field itself */
export const expectedAndReceived = (expected: string, received: string) =>
  expected === '' ? received : `${received}; expected ${expected}`
