/**
 * The building blocks of what we read. A real deployment may leave a field out, send null or another type; a page must still
 * stand. So every field that we read has a value of its own type whatever arrived, and the value that stands for "unusable"
 * is the empty one: '' for words and ids, null where absence means something, [] for lists. Unknown fields are kept.
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
/** A word that may be absent; null when missing or unusable. */
export const textOrNull = z.catch(z.nullable(z.string()), null)
/** A count; 0 when missing or unusable. */
export const count = z.catch(z.number().check(z.gte(0)), 0)
/** A number that may be absent (seconds, epoch milliseconds); null when missing or unusable. */
export const numberOrNull = z.catch(z.nullable(z.number()), null)
/** A yes or no; `assumed` when missing or unusable. */
export const flag = (assumed: boolean) => z.catch(z.boolean(), assumed)
/** A yes or no where not knowing matters; null when missing or unusable. */
export const flagOrNull = z.catch(z.nullable(z.boolean()), null)
/** A list; [] when missing or unusable. An element that is no record is read as an empty one, and takes none of the others with it. */
export const list = <T extends z.core.$ZodType>(item: T) =>
  z.catch(z.array(z.catch(item, () => z.parse(item, {}))), [] as z.output<T>[])
/** Keys and values of any kind; {} when missing or unusable. */
export const bag = z.catch(z.record(z.string(), z.unknown()), {})

/** E.164: + then country code then number (specification 4.3 rule 4). */
export const e164Pattern = /^\+[1-9]\d{6,14}$/

export const id = z.string().check(z.regex(idPattern))
/** Its length is checked first, and alone: on a long text the pattern takes minutes. */
export const emailAddress = z.string().check(z.maxLength(254, { abort: true }), z.regex(/^\S+@\S+$/))
export const e164 = z.string().check(z.regex(e164Pattern))
/** An ISO 8601 moment as we send it. */
export const moment = z.iso.datetime({ offset: true })
/** Text that must not be blank. */
export const filled = z.string().check(z.trim(), z.minLength(1))
/** The same, of at most so many characters. */
export const filledUpTo = (most: number) =>
  z.string().check(z.maxLength(most, { abort: true }), z.trim(), z.minLength(1))
