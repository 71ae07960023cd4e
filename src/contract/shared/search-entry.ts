/** What search keeps of a thing that an answer of the service shows. */

export interface SearchEntry {
  kind: 'agent' | 'flow' | 'call' | 'conversation' | 'messaging-agent' | 'message-flow'
  /** '': it has none, and is not kept. */
  id: string
  title: string
  /** What it is, in a few words. */
  note: string
  /** Of its phone number, so that search finds it in any spelling; '' without one. */
  digits: string
}

/** The digits of a phone number. */
export const digitsOf = (text: string | null | undefined): string => (text ?? '').replace(/\D/g, '')
