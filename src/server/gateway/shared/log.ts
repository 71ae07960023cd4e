/**
 * The gateway's log, one JSON line for each event. It has names, IDs and references, but no phone numbers, message texts or keys. Those
 * in errors and paths are redacted.
 */
import { randomInt } from 'node:crypto'
import pino, { type Logger } from 'pino'
import { createLogFile } from './log-file.ts'

export type Log = Logger

const maxBytes = 10 * 1024 * 1024
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A short word that identifies a request, shown with a refusal and in the log. */
export const newReference = (): string => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')

/** Phone numbers in any spelling, but not digits of an ID. */
const numbers = /(?<![\w-])\+?\d[\d\s().-]{5,}\d(?![\w-])/g
const addresses = /[^\s"'<>@]+@[^\s"'<>@]+/g

/** Redacts phone numbers and e-mail addresses in a text. */
export const mask = (text: string): string => text.replace(addresses, '•@•').replace(numbers, '•')

const maskFields = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? mask(value) : value]),
  )

/**
 * Opens the log.
 *
 * @param complain called once with a sentence when lines start to be dropped because the file cannot be written
 */
export function openLog(file: string, complain: (sentence: string) => void = () => {}): Log {
  return pino(
    { base: null, /* guard: log-has-no-numbers */ formatters: { log: maskFields } },
    createLogFile({ file, maxBytes, complain }),
  )
}

/** A log without output, for tests. */
export const createSilentLog = (): Log => pino({ level: 'silent' })
