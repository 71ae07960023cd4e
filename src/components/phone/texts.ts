/** Texts about phone numbers and calling hours. */
import type { NumberProblem } from '#phone/number.ts'

// hours-fields.tsx
/** Monday first. */
export const weekdays: readonly string[] = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
]

// phone-number.tsx
/** For an agent that has a number whose digits the service does not show (specification, interface 8). */
export const hiddenNumber = 'Number hidden by the service'

// typed-number.ts
export const numberProblems: Readonly<Record<NumberProblem, string>> = {
  empty: 'Enter a phone number.',
  exponent: 'A spreadsheet shortened this number, so digits may be missing.',
  decimal: 'The number has a decimal point.',
  extension: 'A call cannot dial an extension.',
  several: 'Enter one number only.',
  letters: 'A phone number has only digits after a +.',
  missing_plus: 'The number has no country code.',
  too_short: 'The number is too short for its country.',
  too_long: 'The number is too long for its country.',
  trunk_zero: 'The prefix after the country code, such as 0, is only dialled inside the country.',
  lost_zero: 'The 0 after the country code is missing.',
  old_plan: 'The country has replaced this form of number.',
  label: 'The text contains more than a number.',
  not_in_plan: 'This is not a valid number in its country.',
  unknown_area_code: 'The numbering plan does not have this area code.',
}
