/**
 * Building blocks of the schemas that parse the service's answers. A real deployment may omit a field, or send null or another type, and
 * pages must still work. So every field gets a value of its type. The default is null if an empty value would claim something that the
 * service did not say (a count, a recipient); otherwise it is empty: '' for words and ids, [] for lists. Unknown fields are kept.
 */
import * as z from 'zod/mini'
import { idPattern } from './endpoint.ts'
import { e164Pattern, emailPattern, longestEmailAddress } from './patterns.ts'

/** A word or sentence; '' when missing or unusable. */
export const text = z.catch(z.string(), '')
/** A moment in ISO 8601; '' when missing or unusable. */
export const isoText = text
const knownWordsOf = new WeakMap<object, readonly string[]>()
/** One of these known words, or any other; '' when missing or unusable. */
export const wordOf = (...words: readonly string[]) => {
  const schema = z.catch(z.string(), '')
  knownWordsOf.set(schema, words)
  return schema
}
/** @returns the known words of a field; undefined: any text */
export const knownWords = (schema: object): readonly string[] | undefined => knownWordsOf.get(schema)
/** Text that may be absent; null when missing, blank or unusable. */
export const textOrNull = z.catch(z.nullable(z.string().check(z.regex(/\S/))), null)
/** A required field whose empty value would claim something that the service did not say; null when missing or unusable. */
export const orUnknown = <T extends z.core.SomeType>(schema: T) =>
  // The service must send it, so the schema does not allow null; reading still needs a value for "unknown".
  z.catch(schema, null as never) as unknown as z.ZodMiniCatch<z.ZodMiniNullable<T>>
/** A count; null when missing or unusable, never 0. */
export const count = orUnknown(z.number().check(z.gte(0)))
/** A number that may be absent (seconds, epoch milliseconds); null when missing or unusable. */
export const numberOrNull = z.catch(z.nullable(z.number()), null)
/** Longer than any call, s. */
const maxSeconds = 100_000_000
/** A duration in seconds that may be absent; null when missing, unusable, or longer than any call. */
export const secondsOrNull = z.catch(z.nullable(z.number().check(z.lt(maxSeconds))), null)
/** A boolean; `assumed` when missing or unusable. */
export const booleanOr = (assumed: boolean) => z.catch(z.boolean(), assumed)
/** A boolean with a distinct "unknown"; null when missing or unusable. */
export const booleanOrNull = z.catch(z.nullable(z.boolean()), null)
/** A record all of whose fields have a value when missing; such an empty record when missing or unusable. */
export const part = <T extends z.core.$ZodType>(record: T) => z.catch(record, () => z.parse(record, {}))
/** A list; [] when missing or unusable. An invalid element is read as an empty record and does not affect the others. */
export const list = <T extends z.core.$ZodType>(item: T) => z.catch(z.array(part(item)), [] as z.output<T>[])
/** A list whose absence differs from an empty list; null when missing or unusable. */
export const listOrNull = <T extends z.core.$ZodType>(item: T) => orUnknown(z.array(part(item)))
/** Keys and values of any kind; {} when missing or unusable. */
export const anyRecord = z.catch(z.record(z.string(), z.unknown()), {})
/**
 * Keys and values of any kind, of a part that an update sends back as a whole. Nothing is made up: the field stays missing, and a value of
 * another type stays as it is. So read its keys with `?.`, which also works for those.
 */
export const recordAsSent = z.catch(z.optional(z.record(z.string(), z.unknown())), ({ input }) => input as undefined)
/** A value of any kind that an update sends back as it was read. */
export const valueAsSent = z.optional(z.unknown())

/** A moment, as milliseconds since 1970. */
export const epochMs = z.number()
export const id = z.string().check(z.regex(idPattern))
/** Checks the length first and stops there, because the pattern would take minutes on a long text. */
export const emailAddress = z
  .string()
  .check(z.maxLength(longestEmailAddress, /* guard: email-length-first */ { abort: true }), z.regex(emailPattern))
export const e164 = z.string().check(z.regex(e164Pattern))
/** An ISO 8601 date and time with its offset, in requests. */
export const dateTime = z.iso.datetime({ offset: true })
/** Text in a request that must not be blank. */
export const nonBlank = z.string().check(z.trim(), z.minLength(1))
/** The same, with a maximum number of characters. */
export const nonBlankUpTo = (maxLength: number) =>
  z.string().check(z.maxLength(maxLength, { abort: true }), z.trim(), z.minLength(1))
