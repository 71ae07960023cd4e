/** Mutations that a run cannot find, with the reason. The mutation run fails if another one survives. */
import type { Mutation } from './mutation.ts'

const expectedSurvivors: readonly { pattern: RegExp; reason: string }[] = [
  {
    pattern: /^\w+ field with another value (message|\w+\[\]\.lastMessage|errors\[\]\.message)$/,
    reason: 'A sentence for people. No document says what it has to be.',
  },
  {
    pattern: /^(batchCall|activeCall)\w+ field with another value .*transcript\[\]\./,
    reason: 'What was said in a call. Nothing else tells what it was.',
  },
  {
    pattern: /^(batchCall|callHistory)\w* field with another value .*(outcome|error)$/,
    reason: 'How the service words the end of a call. No document lists the words.',
  },
  {
    pattern: /^activeCall\w+ field with another value (data\[\]\.)?(duration|status|mutedTracks)$/,
    reason: 'Only the service knows how long a call lasts, in which state it is and how many tracks it has.',
  },
]

/** Why a mutation cannot be found; undefined if it should be. */
export const reasonToSurvive = ({ endpoint, kind, what }: Mutation): string | undefined =>
  expectedSurvivors.find(({ pattern }) => pattern.test(`${endpoint} ${kind} ${what}`))?.reason
