/**
 * Which country numbers without a country code belong to. Digits that are valid somewhere prove nothing: nearly all German mobiles
 * without their 0 are numbers of the United States too. So a country is only proposed if nearly all numbers fit it and something else
 * says so.
 */
import { countryOf } from '#phone/country.ts'
import { kindOf } from '#phone/kinds.ts'
import { checkInCountry, hasInternationalPrefix } from '#phone/national.ts'
import { checkNumber, readNumber } from '#phone/number.ts'
import { planOf, planOfCountry } from '#phone/plans.ts'
import { normalizedName } from '../table/cells.ts'
import { countryNamed, saysOtherCountry } from '../table/country-column.ts'
import { countriesOfHeader } from '../table/header-language.ts'

/** Nearly all numbers have to fit. */
const minShare = 0.9
const maxSampled = 400
/** So many mobiles of another country contradict a proposal. */
const minRivalShare = 0.5
/** One number of another country is an exception. */
const minContradicting = 2

/** Codes of countries that are words or abbreviations in the names of columns. */
const alsoWords = new Set(['AT', 'ID', 'IN', 'IS', 'ME', 'MY', 'NO', 'NR', 'ST', 'TO'])

/** The country that a column's own name says, such as `Phone (DE)` or `UK mobile`. */
function countryInName(name: string): string | undefined {
  // Among capitals a code does not stand out: "CONTACT US", "NUMERO DE TELEFONO".
  const code = name === name.toUpperCase() ? /(?<=[([])[A-Z]{2,3}(?=[)\]])/g : /\b[A-Z]{2,3}\b/g
  const codes = name.match(code) ?? []
  const words = name.match(/\p{L}{4,}/gu) ?? []
  const dialled = name.match(/\+\d{1,3}\b/g) ?? []
  return [...dialled, ...codes.filter((code) => !alsoWords.has(code)), ...words]
    .map(countryNamed)
    .find((iso) => iso !== undefined)
}

const isNamedWithCode = /\b(?:msisdn|e ?164|wa id|whatsapp|international|intl)\b/

/** Evenly spread over the file, because its end may differ from its beginning. */
function sampleOf<T>(all: readonly T[]): T[] {
  const step = Math.max(1, Math.floor(all.length / maxSampled))
  return all.filter((_, at) => at % step === 0)
}

/** The number that these digits are with a + in front of them. */
export function withPlus(text: string): string | undefined {
  if (hasInternationalPrefix(text)) return undefined
  const check = checkNumber(`+${readNumber(text)}`)
  return check.ok ? check.e164 : undefined
}

export interface Evidence {
  /** The country (ISO 3166) that is proposed for them; undefined: nothing says which. */
  country: string | undefined
  /** Whether they seem to begin with their country code. */
  beginWithCode: boolean
}

/**
 * @param bare the rows with a number without a country code, and that cell
 * @param hints what says in which country the numbers are
 * @param hints.own the countries that the workspace calls
 * @param hints.phoneColumn the name of their column
 * @param hints.usual the country of most numbers with a country code. It only decides between two that are proposed, and contradicts the
 *   language of the names
 */
export function weighEvidence(
  bare: readonly { cells: readonly string[]; text: string }[],
  hints: {
    own: readonly string[]
    columns: readonly string[]
    phoneColumn: string
    usual: { iso: string; numbers: number } | undefined
  },
): Evidence {
  const sampled = sampleOf(bare.filter(({ text }) => !hasInternationalPrefix(text)))
  const sample = sampled.map(({ text }) => text)
  if (sample.length === 0) return { country: undefined, beginWithCode: false }
  const inName = countryInName(hints.phoneColumn)
  const isSamePlan = (one: string, other: string) => planOfCountry(one)?.code === planOfCountry(other)?.code
  const { usual } = hints
  const spoken = countriesOfHeader(hints.columns)
  const isContradicted =
    usual !== undefined && usual.numbers >= minContradicting && !spoken.some((iso) => isSamePlan(iso, usual.iso))
  const sources = [hints.own, isContradicted ? [] : spoken, inName === undefined ? [] : [inName]]
  /** By calling code, because countries that share a plan have the same numbers. */
  const candidates = Map.groupBy(new Set(sources.flat()), (iso) => planOfCountry(iso)?.code)
  const fits = [...candidates.values()].map((sharing) => {
    const [first = ''] = sharing
    const numbers = sample.flatMap((text) => {
      const check = checkInCountry(text, first)
      return check.ok ? check.e164 : []
    })
    const inCountry = (iso: string) => numbers.filter((number) => countryOf(number) === iso).length
    const iso = sharing.reduce((most, other) => (inCountry(other) > inCountry(most) ? other : most), first)
    const claims = sources.filter((source) => source.some((one) => isSamePlan(one, iso))).length
    const mobiles = numbers.filter((number) => kindOf(number) === 'mobile').length
    return { iso, share: numbers.length / sample.length, mobileShare: mobiles / sample.length, claims }
  })
  const fitting = fits.filter(({ share }) => share >= minShare)
  const mobile = fitting.filter(({ mobileShare }) => mobileShare >= minShare)
  const likely = mobile.length > 0 ? mobile : fitting
  const most = Math.max(...likely.map(({ claims }) => claims))
  const left = likely.filter(({ claims }) => claims === most)
  const best = left.length === 1 ? left[0] : left.find(({ iso }) => usual && isSamePlan(iso, usual.iso))
  // Mobiles of one country, some of them mistyped, may all be landlines of another one whose plan allows more.
  const rival = fits.find(({ mobileShare }) => mobileShare >= minRivalShare && mobileShare > (best?.mobileShare ?? 0))
  const isIn = (row: number, iso: string) => checkInCountry(sample[row] ?? '', iso).ok
  const isDenied =
    best !== undefined &&
    saysOtherCountry(
      hints.columns,
      sampled.map(({ cells }) => cells),
      isIn,
      best.iso,
    )
  const country = rival || isDenied ? undefined : best?.iso
  const prefixed = sample.flatMap((text) => withPlus(text) ?? [])
  const codes = new Set(prefixed.map((number) => planOf(number.slice(1))?.code))
  const isSaid = isNamedWithCode.test(normalizedName(hints.phoneColumn))
  return {
    country,
    // Numbers of several countries are no national numbers. Those of one may be, like the German ones above.
    beginWithCode: prefixed.length / sample.length >= minShare && (codes.size > 1 || isSaid),
  }
}
