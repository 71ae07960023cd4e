/** What search keeps of a thing that an answer of the service shows. */

/** What answers of the service show. Search finds batches too, which Switchboard lists itself. */
export const searchKinds = ['agent', 'flow', 'call', 'conversation', 'messaging-agent', 'message-flow'] as const

export interface SearchEntry {
  kind: (typeof searchKinds)[number]
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
