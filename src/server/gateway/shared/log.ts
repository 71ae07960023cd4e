/**
 * The gateway's log: one JSON line per thing worth finding again. No numbers, no texts, no key: only names, ids and references. What
 * comes along in an error or a path is masked.
 */
import { randomInt } from 'node:crypto'
import pino, { type Logger } from 'pino'
import { createLogFile } from './log-file.ts'

export type Log = Logger

const maxBytes = 10 * 1024 * 1024
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A short word that names one request: shown with a refusal, found again in the log. */
export const newReference = (): string => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')

/** A telephone number in any spelling; not the digits of an id. */
const numbers = /(?<![\w-])\+?\d[\d\s().-]{5,}\d(?![\w-])/g
const addresses = /[^\s"'<>@]+@[^\s"'<>@]+/g

/** A text as it may stand in the log. */
export const mask = (text: string): string => text.replace(addresses, '•@•').replace(numbers, '•')

const maskFields = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? mask(value) : value]),
  )

/**
 * Opens the log.
 *
 * @param complain told once, in a sentence, when lines begin to be dropped because the file cannot be written
 */
export function openLog(file: string, complain: (sentence: string) => void = () => {}): Log {
  return pino(
    { base: null, /* guard: log-has-no-numbers */ formatters: { log: maskFields } },
    createLogFile({ file, maxBytes, complain }),
  )
}

/** Says nothing: for tests. */
export const createSilentLog = (): Log => pino({ level: 'silent' })
