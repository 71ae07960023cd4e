/** Repairs numbers as a person decided, and suggests repairs for the others. */
import { e164Pattern } from '#contract/shared/patterns.ts'
import { countryOf } from '#phone/country.ts'
import { checkInCountry, hasInternationalPrefix } from '#phone/national.ts'
import { checkNumber, type NumberCheck, type NumberProblem } from '#phone/number.ts'
import { planOf, planOfCountry } from '#phone/plans.ts'
import { type Evidence, withPlus } from './country-evidence.ts'
import type { Repairs } from './repairs.ts'

/** The service accepts a number as written or not at all (interface 4), and ignores numbering plans. */
export function checkStrictly(text: string): NumberCheck {
  if (e164Pattern.test(text)) return { ok: true, e164: text, country: '' }
  const check = checkNumber(text)
  return check.ok ? { ok: false, problem: 'letters', repaired: check.e164 } : check
}

type BadNumber = Exclude<NumberCheck, { ok: true }>

const asNumber = (e164: string): NumberCheck => ({ ok: true, e164, country: '' })

/** Whether a number could be one of this country. Countries that share a plan are not told apart. */
const isIn = (e164: string, iso: string): boolean => planOf(e164.slice(1))?.code === planOfCountry(iso)?.code

const suggestion = (repaired: string | undefined): NumberCheck =>
  repaired === undefined
    ? { ok: false, problem: 'missing_plus' }
    : { ok: false, problem: 'missing_plus', repaired, country: countryOf(repaired) ?? undefined }

/** The number if a reading has exactly one: two different numbers are two different people. */
function onlyOf(numbers: readonly (string | undefined)[]): string | undefined {
  const distinct = new Set(numbers.filter((number) => number !== undefined))
  return distinct.size === 1 ? [...distinct][0] : undefined
}

/** What the repairs of many rows at once would make of a number without a country code; undefined: nothing. */
export interface Readings {
  /** The number in the country that its row says. */
  inColumn: string | undefined
  /** The number with a + in front of it. */
  withCode: string | undefined
}

/** Readings by text and country. Repairs do not change them, and a page asks again for every row without a country code. */
export type KnownReadings = Map<string, Readings & { proposed: string | undefined; isPrefixed: boolean }>

/**
 * @returns `repair` takes the check of a number, its text, the country that its own row says and, for an empty cell, the row's cells in
 *   other columns of phone numbers. It returns the repaired number if a person accepted the repair; otherwise the problem, with a
 *   suggestion if there is one
 */
export function createNumberRepair(repairs: Repairs, evidence: Evidence, known: KnownReadings) {
  const accepted = new Set(repairs.accept)
  /** Accepting one repair does not accept what is wrong with the result. */
  const settle = (repaired: string, problem: NumberProblem): NumberCheck => {
    const check = checkNumber(repaired)
    if (check.ok || check.problem === problem || check.repaired === undefined) return asNumber(repaired)
    return accepted.has(check.problem) ? asNumber(check.repaired) : check
  }

  const readIn = (text: string, iso: string | undefined): string | undefined => {
    const check = iso === undefined ? undefined : checkInCountry(text, iso)
    return check?.ok ? check.e164 : undefined
  }

  function readings(text: string, place: string | undefined) {
    const key = `${place ?? ''}/${text}`
    const kept = known.get(key)
    if (kept) return kept
    const prefixed = hasInternationalPrefix(text) ? checkNumber(text) : undefined
    const isPrefixed = prefixed?.ok === false && prefixed.repaired !== undefined
    const withCode = prefixed?.ok === false ? prefixed.repaired : withPlus(text)
    const isElsewhere = withCode !== undefined && place !== undefined && !isIn(withCode, place)
    // Two numbers with evidence are two people.
    const proposed = isPrefixed || place !== undefined ? undefined : readIn(text, evidence.country)
    const isAmbiguous = proposed !== undefined && proposed !== withCode
    const made = {
      inColumn: readIn(text, place),
      withCode: isElsewhere || isAmbiguous ? undefined : withCode,
      proposed,
      isPrefixed,
    }
    known.set(key, made)
    return made
  }

  /** The number that was probably meant, by what the row or the whole file says. */
  function expected(text: string, place: string | undefined): string | undefined {
    const { inColumn, withCode, proposed, isPrefixed } = readings(text, place)
    if (place !== undefined) return inColumn ?? (isPrefixed ? withCode : undefined)
    if (isPrefixed) return withCode
    return onlyOf([proposed, evidence.beginWithCode ? withCode : undefined])
  }

  function withoutCountry(text: string, place: string | undefined): NumberCheck {
    const isSameCountry = place === undefined || planOfCountry(place) === planOfCountry(repairs.country ?? '')
    const { inColumn, withCode, isPrefixed } = readings(text, place)
    // The country code after an international prefix is certain, whatever the person chose for the others.
    const takesCode = repairs.countryCode || (repairs.country !== undefined && isPrefixed)
    // A row that says another country is not read as one of the chosen country.
    const inCountry = repairs.country && isSameCountry ? checkInCountry(text, repairs.country) : undefined
    const chosen = [
      repairs.countryColumn ? inColumn : undefined,
      inCountry?.ok ? inCountry.e164 : undefined,
      takesCode ? withCode : undefined,
    ]
    if (chosen.some((number) => number !== undefined)) {
      const number = onlyOf(chosen)
      return number === undefined ? suggestion(undefined) : settle(number, 'missing_plus')
    }
    if (inCountry && !inCountry.ok && inCountry.problem !== 'missing_plus' && inCountry.repaired) return inCountry
    return suggestion(expected(text, place))
  }

  /** What a number that cannot be called as written probably is. Without a country code, evidence has to say it. */
  function expectedOf(check: BadNumber, text: string, place: string | undefined): NumberCheck {
    if (check.problem === 'missing_plus') return withoutCountry(text, place)
    if (check.bare === undefined) return check
    const found = withoutCountry(check.bare, place)
    const repaired = found.ok ? found.e164 : found.repaired
    // A person first has to say the country.
    if (repaired === undefined) return { ok: false, problem: 'missing_plus' }
    return { ok: false, problem: check.problem, repaired, country: found.country }
  }

  const repair = (
    check: NumberCheck,
    text: string,
    place: string | undefined,
    others: readonly string[] = [],
  ): NumberCheck => {
    const other = !check.ok && check.problem === 'empty' ? numberAmong(others, place) : {}
    const found = check.ok ? check : { ...expectedOf(check, text, place), ...other }
    if (found.ok || found.repaired === undefined || !accepted.has(found.problem)) return found
    return settle(found.repaired, found.problem)
  }
  function numberAmong(others: readonly string[], place: string | undefined): { repaired?: string } {
    const repaired = onlyOf(
      others.map((other) => {
        const check = repair(checkNumber(other), other, place)
        return check.ok ? check.e164 : undefined
      }),
    )
    return repaired === undefined ? {} : { repaired }
  }

  return {
    readings: (text: string, place: string | undefined): Readings => {
      const check = checkNumber(text)
      return readings(check.ok || check.bare === undefined ? text : check.bare, place)
    },
    repair,
  }
}
