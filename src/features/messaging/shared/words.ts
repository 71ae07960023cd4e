/** Words and facts that messaging agents and message flows share. */
import type { Fact } from '#ui/layout/section.tsx'

const channels: Record<string, string> = { sms: 'SMS', whatsapp: 'WhatsApp', email: 'E-mail' }
/** The channels that are known; a service may have others. */
export const knownChannels = Object.keys(channels)
export const channelWord = (channel: string): string => channels[channel] ?? (channel || 'Not specified')

const directions: Record<string, string> = { outbound: 'Outbound', inbound: 'Inbound', bidirectional: 'Bidirectional' }
export const directionWord = (direction: string): string => directions[direction] ?? (direction || 'Not specified')
export const directionOptions = [
  { value: 'outbound', label: 'Outbound', hint: 'The agent writes first.' },
  { value: 'inbound', label: 'Inbound', hint: 'Customers write first.' },
  { value: 'bidirectional', label: 'Bidirectional', hint: 'Either writes first.' },
] as const

/** What a record or its settings hold beside these names. */
export const otherFacts = (bag: object, named: readonly string[]): Fact[] =>
  Object.entries(bag)
    .filter(([name, value]) => !named.includes(name) && value !== undefined)
    .map(([name, value]) => ({ term: name, value: typeof value === 'string' ? value : JSON.stringify(value) }))
