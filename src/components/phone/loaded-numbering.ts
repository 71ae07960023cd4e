/** What pages load later of the rules for phone numbers (`useNumbering`). */
export { countryName, countryOf } from '#phone/country.ts'
export { containsDigits, numbersIn, searchDigits } from '#phone/search-digits.ts'
