/** Texts of the queue of drafts. */
import { type Draft, type DraftRiskKind, partsOfKind } from '#contract/index.ts'
import { shortTimeOfDay } from '#ui/time/format-time.ts'

// queue-list.tsx
const riskNames: Record<DraftRiskKind, string> = {
  customer_wrote: 'Customer wrote after this',
  do_not_call: 'Do not call',
  unknown_recipient: 'Unknown recipient',
  hidden_characters: 'Hidden characters',
  disguised_link: 'Disguised link',
  placeholder: 'Placeholder',
  model_words: 'Words of a machine',
  new_link: 'New link',
  new_phone: 'New phone number',
  new_address: 'New address',
  new_amount: 'New amount',
  new_date: 'New date',
  first_message: 'First message',
  other_draft: 'Another draft in this conversation',
}
const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
/** "3 Dec" for the 3rd of December in any spelling. A year, an impossible day and what is not that exact stay as they are. */
function inOneForm(date: string): string {
  const [, month, day, minutes] =
    /^(?:day (\d+)-(\d+)|time (\d+))$/.exec(partsOfKind('new_date', date)[0]?.value ?? '') ?? []
  if (minutes) return shortTimeOfDay(new Date(2000, 0, 1, 0, Number(minutes)).getTime())
  const at = new Date(2000, Number(month) - 1, Number(day))
  const namesYear = /(?:\d+\D+){2}\d/.test(date)
  return at.getDate() === Number(day) && !namesYear ? dayFormat.format(at) : date
}
/** "Customer wrote after this: Stop it · New link bit.ly/x". Without what a line has a label of its own for. */
export const riskLabels = (risks: Draft['risks']) =>
  risks
    .filter(({ kind }) => kind !== 'do_not_call')
    .map(({ kind, found }) =>
      [riskNames[kind], (kind === 'new_date' ? found.map(inOneForm) : found).join(', ')]
        .filter(Boolean)
        .join(kind === 'customer_wrote' ? ': ' : ' '),
    )
    .join(' · ')

// queue.ts
export const reviewedBy = (operator: string) => `${operator} is reviewing`
export const editedBy = (operator: string) => `${operator} is editing`
