/** Texts that several parts of the settings show. */
import { number } from '#ui/text/format-number.ts'

// settings-page.tsx, operator-page.tsx
export const noAccess = 'You do not have access to this page'

// one-time-secret.tsx
export const secretTexts = {
  link: { label: 'Invitation link', copy: 'Copy link', once: 'This link is shown only once.' },
  passwordLink: { label: 'Link for a new password', copy: 'Copy link', once: 'This link is shown only once.' },
  key: { label: 'Simulation key', copy: 'Copy key', once: 'This key is shown only once.' },
}
export const copied = 'Copied'

export const settingFormTexts = {
  save: 'Save rule',
  discard: 'Discard changes',
  saved: (rule: string) => `${rule} saved.`,
  nothingChanged: 'You have not changed this rule.',
  invalid: 'Correct the values with errors first.',
}
export const wholeNumber = (from: number, to: number) => `Enter a whole number from ${number(from)} to ${number(to)}.`
