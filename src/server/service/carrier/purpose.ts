/** What a call is about, as far as names and prompts say it, and the text messages that fit. */
import texts from './purposes.json' with { type: 'json' }

export type Purpose = keyof typeof texts

/** Words in names and prompts that indicate a purpose, in the order in which they are matched, the most specific first. */
const patterns: readonly (readonly [Purpose, RegExp])[] = [
  ['payment', /invoice|payment|overdue|collect|billing|balance|account|arrears/i],
  ['survey', /survey|feedback|satisf|rate|opinion|experience/i],
  ['delivery', /deliver|order|courier|parcel|window|dispatch|shipment/i],
  ['support', /support|repair|fault|help|troubleshoot|complaint|warranty|follow-up|recall|safety/i],
  ['welcome', /welcome|onboard|new customer|activation|first|introduc/i],
  ['renewal', /renew|plan|contract|subscription|expir|policy|upgrade/i],
  ['appointment', /appointment|visit|schedul|technician|inspection|booking|reminder/i],
]

/** Guesses the purpose of a call from words in the flow's and agent's names and prompts. */
export function purposeOf(flow: { name: string; description?: string; prompt: string }, agentName: string): Purpose {
  for (const text of [flow.name, agentName, flow.description ?? '', flow.prompt]) {
    const matching = patterns.find(([, pattern]) => pattern.test(text))
    if (matching !== undefined) return matching[0]
  }
  return 'general'
}

/** What the agent asks if its flow has no steps and asks nothing. */
export const questionsFor = (purpose: Purpose): readonly string[] => texts[purpose].questions

/** The texts of messages that the agent sends by itself: everything agreed, something left open, call not answered. */
export const messagesFor = (purpose: Purpose): Record<'agreed' | 'open' | 'missed', readonly string[]> => texts[purpose]
