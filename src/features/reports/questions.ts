/** The questions that have a page, in the order of the navigation above each of them. A new page adds a line here. */
import * as texts from './texts.tsx'

export const questions = [
  { id: 'reaching', label: texts.reachingTitle },
  { id: 'batches', label: texts.batchesTitle },
  { id: 'agents', label: texts.agentsTitle },
  { id: 'review', label: texts.reviewTitle },
  { id: 'cost', label: texts.costTitle },
  { id: 'budget', label: texts.budgetTitle },
] as const
export type Question = (typeof questions)[number]['id']
