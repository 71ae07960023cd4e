/** Texts of the queue of drafts. */
import type { Draft, DraftRiskKind } from '#contract/index.ts'

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
/** "Customer wrote after this: Stop it · New link bit.ly/x". Without what a line has a label of its own for. */
export const riskLabels = (risks: Draft['risks']) =>
  risks
    .filter(({ kind }) => kind !== 'do_not_call')
    .map(({ kind, found }) =>
      [riskNames[kind], found.join(', ')].filter(Boolean).join(kind === 'customer_wrote' ? ': ' : ' '),
    )
    .join(' · ')

// queue.ts
export const reviewedBy = (operator: string) => `${operator} is reviewing`
export const editedBy = (operator: string) => `${operator} is editing`
