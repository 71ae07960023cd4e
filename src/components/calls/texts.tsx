/** Texts of a call's transcript. */
// transcript.tsx
export const firstSeenTimes = 'The service sends no times. Those here are when Switchboard first saw each line.'
/** Times of lines are when they began, so the silence between them is an estimate. */
export const silence = (duration: string) => `About ${duration} of silence`

// transcript-lines.ts
export const agent = 'Agent'
export const customer = 'Customer'
/** A person of the team who took over the call. */
export const colleague = 'Colleague'
/** The first line of a copied transcript. @param when day, time and zone; '' if unknown */
export const transcriptHead = (customer: string, number: string, agent: string, when: string) =>
  ['Call', customer || number ? `with ${[customer, number].filter(Boolean).join(', ')}` : '', agent && `by ${agent}`]
    .filter(Boolean)
    .join(' ') + (when && `, ${when}`)
export const plainLine = (speaker: string, content: string) => `${speaker}: ${content}`
