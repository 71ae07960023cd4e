/**
 * The building blocks of what we read. A real deployment may leave a field out, send null or another type; a page must still
 * stand. So every field that we read has a value of its own type whatever arrived. Where an empty value would say something that
 * the service did not say (a count, a recipient), the value that stands for "not told" is null; elsewhere it is the empty one:
 * '' for words and ids, [] for lists. Unknown fields are kept.
 */
import * as z from 'zod/mini'
import { idPattern } from './endpoint.ts'

/** A word or sentence; '' when missing or unusable. */
export const text = z.catch(z.string(), '')
const known = new WeakMap<object, readonly string[]>()
/** A word of which these are known and others may come, shown as they are; '' when missing or unusable. */
export const word = (...words: readonly string[]) => {
  const schema = z.catch(z.string(), '')
  known.set(schema, words)
  return schema
}
/** The words that are known for a field; undefined where any text will do. */
export const knownWords = (schema: object): readonly string[] | undefined => known.get(schema)
/** A word that may be absent; null when missing, blank or unusable: an empty string tells nothing (interface 5). */
export const textOrNull = z.catch(z.nullable(z.string().check(z.regex(/\S/))), null)
/** What a service has to send, and where an empty value would say something that it did not say: null when missing or unusable. */
export const orUntold = <T extends z.core.SomeType>(schema: T) =>
  // The service has to send it, so the schema says nothing of null; reading needs a word for "not told" all the same.
  z.catch(schema, null as never) as unknown as z.ZodMiniCatch<z.ZodMiniNullable<T>>
/** A count; null when missing or unusable, never 0. */
export const count = orUntold(z.number().check(z.gte(0)))
/** A number that may be absent (seconds, epoch milliseconds); null when missing or unusable. */
export const numberOrNull = z.catch(z.nullable(z.number()), null)
/** A yes or no; `assumed` when missing or unusable. */
export const flag = (assumed: boolean) => z.catch(z.boolean(), assumed)
/** A yes or no where not knowing matters; null when missing or unusable. */
export const flagOrNull = z.catch(z.nullable(z.boolean()), null)
/** A list; [] when missing or unusable. An element that is no record is read as an empty one, and takes none of the others with it. */
export const list = <T extends z.core.$ZodType>(item: T) =>
  z.catch(z.array(z.catch(item, () => z.parse(item, {}))), [] as z.output<T>[])
/** A list where no list means something else than an empty one; null when missing or unusable. */
export const listOrNull = <T extends z.core.$ZodType>(item: T) =>
  orUntold(z.array(z.catch(item, () => z.parse(item, {}))))
/** Keys and values of any kind; {} when missing or unusable. */
export const bag = z.catch(z.record(z.string(), z.unknown()), {})

/** E.164: + then country code then number (specification 4.3 rule 4). */
export const e164Pattern = /^\+[1-9]\d{6,14}$/

export const id = z.string().check(z.regex(idPattern))
export const emailPattern = /^\S+@\S+$/
/** Its length is checked first, and alone: on a long text the pattern takes minutes. */
export const emailAddress = z
  .string()
  .check(z.maxLength(254, /* guard: email-length-first */ { abort: true }), z.regex(emailPattern))
export const e164 = z.string().check(z.regex(e164Pattern))
/** An ISO 8601 moment as we send it. */
export const moment = z.iso.datetime({ offset: true })
/** Text that must not be blank. */
export const filled = z.string().check(z.trim(), z.minLength(1))
/** The same, of at most so many characters. */
export const filledUpTo = (most: number) =>
  z.string().check(z.maxLength(most, { abort: true }), z.trim(), z.minLength(1))
