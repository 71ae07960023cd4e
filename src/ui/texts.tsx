/** Default texts of the design primitives. One that only one of them shows stands in it. */

// Status
export const statusLabels = {
  ringing: 'Ringing',
  live: 'Live',
  waiting: 'Waiting',
  'needs-you': 'Needs attention',
  done: 'Done',
  failed: 'Failed',
  unknown: 'Unknown',
  stale: 'Out of date',
  off: 'Off',
} as const

// Progress bar
export const unknownCount = 'unknown'

// Hidden characters
export const controlCharacter = 'control character'
export const directionMark = 'direction mark'
export const invisibleFiller = 'invisible filler'
export const zeroWidthJoiner = 'zero-width joiner'
export const directionOverride = 'direction override'

// Choices
export const showAllOptions = 'Show all options'
export const currentItem = ' (current)'

// Keys
export const keyNames: Readonly<Record<string, string>> = {
  mod: 'Ctrl',
  shift: 'Shift',
  escape: 'Esc',
  delete: 'Delete',
  backspace: 'Backspace',
}

// Sizes, durations and days
export const sizeUnits = ['bytes', 'KB', 'MB', 'GB'] as const
export const durationUnits = {
  day: ['day', 'days'],
  hour: ['hour', 'hours'],
  minute: ['min', 'min'],
  second: ['s', 's'],
} as const
